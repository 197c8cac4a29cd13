/** The public verification programs `docs/verify-*.py`, run unchanged: many runs in one process. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';

const DOCS = path.resolve(__dirname, '../../docs');

const RUN_ALL = `
import contextlib, io, json, runpy, sys
answers = []
for sys.argv in json.load(sys.stdin):
    told, status = io.StringIO(), 0
    try:
        with contextlib.redirect_stdout(told):
            runpy.run_path(sys.argv[0], run_name='__main__')
    except SystemExit as end:
        status = 0 if end.code is None else 1
        told.write(str(end.code or ''))
    except Exception as fault:
        status = 1
        told.write(f'{type(fault).__name__}: {fault}')
    answers.append({'status': status, 'told': told.getvalue().strip()})
json.dump(answers, sys.stdout)
`;

type Program = 'verify-journal.py' | 'verify-bundle.py' | 'verify-liabilities.py' | 'verify-certificate.py';
export type Run = readonly [program: Program, ...parameters: string[]];
interface ProgramResult {
  status: number;
  told: string;
}

/** Output and exit code of each run. */
export function runAll(runs: readonly Run[]): ProgramResult[] {
  const input = JSON.stringify(runs.map(([program, ...parameters]) => [path.join(DOCS, program), ...parameters]));
  const { status, stdout, stderr } = spawnSync('python3', ['-c', RUN_ALL], { input, encoding: 'utf8' });
  if (status !== 0) throw new Error(`python3: ${stderr}`);
  return JSON.parse(stdout) as ProgramResult[];
}

/** The accepted ones among runs that must all be refused. */
export function acceptedOf(runs: readonly Run[]): string[] {
  return runAll(runs).flatMap(({ status, told }, index) => (status === 0 ? [`${runs[index].join(' ')}: ${told}`] : []));
}
