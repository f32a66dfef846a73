# A program with more rights than its user does not believe that user's environment: none of Kiln's variables loads code,
# writes a file or chooses a directory under AT_SECURE. Each row runs twice, as it is (the control: the variable works) and
# as a setgid copy, started by another user; what appears in a directory that both may write is compared.
#     test_env.py SOURCE-DIR WALKER WINSYS LIBRARY       (the tests sim-walker and winsys, a library that leaves a mark)
import os
import re
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), '..'))
from tap import case, done

source, walker, winsys, library = (os.path.abspath(a) for a in sys.argv[1:5])
NOBODY, GROUP = 65534, 1
CASES = {walker: 'dispatches', winsys: 'submit'}  # those that need no variables of their own


def readers():
    """Lines of the sources that read the environment past util/env.h."""
    found = []
    for folder, _, names in os.walk(os.path.join(source, 'src')):
        for name in names:
            path = os.path.join(folder, name)
            if not name.endswith(('.c', '.h')) or path.endswith(('util/env.h', 'util/env.c')):
                continue
            for n, line in enumerate(open(path), 1):
                if re.search(r'(?<![a-z_])(secure_)?getenv\s*\(|\benviron\b', line.split('//')[0]):
                    found.append(f'{path}:{n}')
    return found


# What a row sets, with {} for a directory that anybody may write, and the program that would act on it.
ROWS = {
    'KILN_SIM_CAPTURE': (walker, {'KILN_SIM_CAPTURE': '{}'}),
    'KILN_SIM_TOTALS': (walker, {'KILN_SIM_TOTALS': '{}/totals'}),
    'KILN_SIM_STATS': (walker, {'KILN_SIM_STATS': '{}/stats'}),
    'KILN_SIM_CHECK_FILE': (walker, {'KILN_SIM_CHECK': 'all', 'KILN_SIM_CHECK_FILE': '{}/check'}),
    'KILN_DEBUG=capture': (winsys, {'KILN_DEBUG': 'capture={}'}),
    'KILN_SIM_JIT_LIBRARY': (walker, {'KILN_SIM_JIT': '2', 'KILN_SIM_JIT_LIBRARY': library, 'KILN_TEST_MARK': '{}/mark',
                                      'KILN_CACHE': 'off'}),
}


def run(program, variables, secure):
    """What appeared, and whether the program ran well."""
    with tempfile.TemporaryDirectory() as top:
        os.chmod(top, 0o755)
        # Copies: the other user need not be able to read the tree (root's home has mode 0700).
        copy, out, loaded = (os.path.join(top, name) for name in ('program', 'out', 'library.so'))
        shutil.copy(program, copy)
        shutil.copy(library, loaded)
        os.mkdir(out)
        os.chmod(out, 0o777)
        if secure:
            os.chown(copy, 0, GROUP)
            os.chmod(copy, 0o2755)
        env = {k: v.replace('{}', out).replace(library, loaded) for k, v in variables.items()}
        env.setdefault('HOME', out)

        def other_user():
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)

        done = subprocess.run([copy, CASES[program]], env=env, cwd=out, preexec_fn=other_user, capture_output=True, text=True)
        return sorted(os.listdir(out)), done.returncode == 0 and 'not ok' not in done.stdout


def names_read():
    """The variables that the sources name, and those of the table."""
    read, table = set(), set()
    for folder, _, names in os.walk(os.path.join(source, 'src')):
        for name in names:
            text = open(os.path.join(folder, name), errors='replace').read()
            if name == 'env.def':
                table = set(re.findall(r'(?m)^VARIABLE\((\w+),', text))
            elif name.endswith('.c'):
                read |= set(re.findall(r'\w\("(KILN_[A-Z_]+)"[,)]', text))
    return read, table


def misspelt(name, variables, wanted):
    env = {**os.environ, **variables}
    done = subprocess.run([walker, CASES[walker]], env=env, capture_output=True, text=True)
    said = [line for line in done.stderr.splitlines() if 'KILN_' in line]
    right = ('not ok' in done.stdout) == bool(wanted) and wanted in done.stderr and len(said) == len(set(said))
    case(name, right, done.stderr[-300:])


found = readers()
read, table = names_read()
case('the table has the variables that are read', read == table, sorted(read ^ table))
misspelt('a variable that there is not', {'KILN_SIM_CHEKC': 'race'}, 'there is no variable KILN_SIM_CHEKC: KILN_SIM_CHECK?')
misspelt('one near another', {'KILN_DEVISE': 'sim:bxt'}, 'there is no variable KILN_DEVISE: KILN_DEVICE?')
misspelt("somebody else's", {'KILN_OF_BRICKS': '1', 'KILN_SIM_SEED': '2'}, '')
misspelt('a word that there is not', {'KILN_SIM_CHECK': 'all,rcae'}, 'there is no "rcae": "race"?')
# A value that a variable cannot have: refused, and said once however often devices are opened.
for name, value, wanted in (
        ('KILN_SIM_MEMORY', '12Q', 'KILN_SIM_MEMORY=12Q is not a number'), ('KILN_SIM_THREADS', 'two', 'is not a number'),
        ('KILN_SIM_BUDGET', '-1', 'is not a number'), ('KILN_SIM_SEED', '1.5', 'is not a number'),
        ('KILN_CACHE_SIZE', '1T', 'is not a number'), ('KILN_CACHE', 'fof', 'KILN_CACHE=fof: off? it is one of on off'),
        ('KILN_SIM_JIT', '3', 'it is one of 0 1 2'), ('KILN_SIM_STRICT', 'offf', 'off? it is'), ('KILN_SIM_RULES', 'al', 'all? it is'),
        ('KILN_SIM_LAZY', 'yes', 'it is one of 0 1'), ('KILN_SIM_FAIL', '17', 'is not two numbers'),
        ('KILN_SIM_CHECK', 'race,limit=x', 'there is no "limit=x"'), ('KILN_SIM_CHECK', 'exit=300', 'there is no "exit=300"'),
        ('KILN_SIM_COST', 'MEGAHERTS=1', 'the model has no number MEGAHERTS: MEGAHERTZ?'),
        ('KILN_DEBUG', 'nosilce', "unknown flag 'nosilce': noslice?"), ('KILN_DEBUG', 'capture', "'capture' needs a value")):
    misspelt(f'{name}={value}', {name: value}, wanted)
misspelt('values that are right', {'KILN_SIM_MEMORY': '0x10000000', 'KILN_SIM_TIMEOUT_MS': '2k', 'KILN_SIM_STRICT': 'on', 'KILN_CACHE': 'off',
                                   'KILN_SIM_LAZY': '', 'KILN_DEBUG': 'noslice,,errors', 'KILN_SIM_FAIL': '100000:12'}, '')
case('nothing reads the environment but kiln_getenv', not found, ' '.join(found))
if os.geteuid() != 0:
    case('under AT_SECURE # SKIP only root can make a setgid program', True)
else:
    for name, (program, variables) in ROWS.items():
        seen, _ = run(program, variables, False)
        case(f'{name} works', seen, 'the control left nothing')
        seen, fine = run(program, variables, True)
        case(f'{name} has no effect in a setgid program', not seen and fine, f'{seen}, ran well: {fine}')
sys.exit(done())
