"""The parts of tools/same_bytes.py: cases, data, the two installations, and what differs."""
