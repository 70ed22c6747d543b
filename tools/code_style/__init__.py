"""What tools/plain_statements.py measures and checks."""
