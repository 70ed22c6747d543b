"""How a process ends that has used linnet."""

import subprocess
import sys


def test_a_process_ends_in_silence_while_a_thread_holds_a_classifier():
    script = (
        "import threading, linnet\n"
        "def hold(classifier):\n"
        "    threading.Event().wait()\n"
        "classifier = linnet.train([('a', 'x'), ('b', 'y')], {'learner': 'multinomial'})\n"
        "threading.Thread(target=hold, args=(classifier,), daemon=True).start()\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", script], check=False, capture_output=True, text=True, timeout=60
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
