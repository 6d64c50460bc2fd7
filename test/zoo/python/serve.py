"""
`python3 test/zoo/python/serve.py NAME` starts a receiver of the zoo and prints its port. It reads WEBHOOK_SECRET, and PORT to
start again at the same port. `/effects` answers the number of its effects.
"""

import importlib
import os
import sys

sys.dont_write_bytecode = True
name = sys.argv[1]
family = importlib.import_module(f"{name.split('-')[0]}_receivers")
make = {**family.defects, **family.rights}[name]
make()(int(os.environ.get("PORT", "0")), lambda port: print(port, flush=True))
