/** The page of an evidence bundle: its contents and how to check it, in one file without network requests. */
import type { BundleSubject, Manifest } from '../../shared/proof/bundle-form';
import { assetOf } from '../../shared/proof/sums';
import { decimalOf } from '../../shared/rules/units';

type Rows = readonly (readonly [account: string, opening: bigint, closing: bigint])[];

/** Maximum of rows shown; balances.csv has all. */
const ROWS_MAX = 500;

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { max-width: 62rem; margin: 2rem auto; padding: 0 1rem; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
.wide { overflow-x: auto; }
th, td { text-align: left; padding: .3rem .8rem .3rem 0; border-bottom: 1px solid #8884; vertical-align: top; }
td.number, th.number { text-align: right; }
code, pre { font: .875em/1.5 ui-monospace, monospace; overflow-wrap: anywhere; }
pre { padding: .8rem; border: 1px solid #8886; border-radius: .4rem; white-space: pre-wrap; }
`;

export function bundlePage(manifest: Omit<Manifest, 'files'>, rows: Rows): string {
  const { core, at, journal, about, from, until, batches, runs, stateHash, stateForm } = manifest;
  const title = `Evidence of ${subjectOf(about)}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<h1>${escapeHtml(title)}</h1>
<p>This is a part of the journal of <b>${escapeHtml(core)}</b>, byte for byte as it is stored, with what is needed to check it. Nothing here asks the
exchange for anything, and nothing here has to be believed: the programs beside this page make every hash, every signature and every sum again.</p>
<div class="wide"><table>
${detailRow('Made', time(at))}
${detailRow('The journal ended then at', `position ${journal.position}, batch <code>${escapeHtml(journal.hash)}</code>`)}
${detailRow('Statements are of positions', `${from} to ${until}`)}
${detailRow('Batches shown', `${batches} in ${runs.length} ${runs.length === 1 ? 'run' : 'runs'}`)}
${stateHash === null ? '' : detailRow('State after a replay', `<code>${escapeHtml(stateHash)}</code>, form ${stateForm}`)}
</table></div>
<h2>How to check it</h2>
<p>With Python 3, in the folder where you have unpacked it or beside the file, without any package:</p>
<pre>python3 verify-bundle.py &lt;the ZIP file&gt; [&lt;the operator's public key&gt;]</pre>
<p>It names the first thing that does not fit, or ends with <b>PROVED</b> and the key that signed. Compare that key with the one that the exchange
publishes, and with what you or others have kept of its signed heads. Auditors can drop the file at the exchange's desk as well, where it is checked in
the browser alone; a bundle that begins with the first event is replayed there to the state that the exchange's own servers have, as long as they write a state in the same
form.</p>
<h2>What is in it</h2>
<div class="wide"><table>
${detailRow('<code>journal/</code>', 'Batches as they are stored, a line each. A hash is the SHA-256 of the hash before it and of the bytes of the batch, so that none can be changed, and none of a run can be left out.')}
${detailRow('<code>heads/</code>', 'Lines in which the operator signed, with an Ed25519 key, where the journal ended. A batch that a line names, and every batch of the run before it, was the operator’s word at that time.')}
${detailRow('<code>statement/</code>', 'What each entry moved, with the balance behind it. It follows from the batches and is checked against them, line for line.')}
${detailRow('<code>balances.csv</code>', 'Of each account the balance before the first line of the statement and behind the last.')}
${detailRow('<code>verify-bundle.py</code>, <code>verify-liabilities.py</code>', 'The programs that check it. They are short: read them, or write your own.')}
${detailRow('<code>bundle.json</code>', 'What this bundle is of, and the SHA-256 of every other file.')}
</table></div>
<h2>What it does not show</h2>
<ul>${limitsOf(about)
    .map((line) => `<li>${escapeHtml(line)}</li>`)
    .join('')}</ul>
<h2>Runs of batches</h2>
<div class="wide"><table><thead><tr><th>First position</th><th>Last position</th><th>Hash of the last batch</th></tr></thead><tbody>
${runs
  .slice(0, ROWS_MAX)
  .map((run) => `<tr><td>${run.first}</td><td>${run.last}</td><td><code>${escapeHtml(run.hash)}</code></td></tr>`)
  .join('\n')}
</tbody></table></div>${truncationNote(runs.length)}
<h2>Balances</h2>
<div class="wide"><table><thead><tr><th>Account</th><th class="number">Before</th><th class="number">After</th></tr></thead><tbody>
${rows
  .slice(0, ROWS_MAX)
  .map((row) => rowOf(row, new Map(manifest.scales)))
  .join('\n')}
</tbody></table></div>${truncationNote(rows.length)}
</body>
</html>
`;
}

export function subjectOf(subject: BundleSubject): string {
  if (subject.is === 'period') return 'a period';
  const names: Partial<Record<typeof subject.is, string>> = {
    user: 'account',
    contract: 'second contract',
    financial: 'financial purchase',
    mining: 'mining purchase',
  };
  return `${names[subject.is] ?? subject.is} ${subject.id}`;
}

function limitsOf({ is }: BundleSubject): string[] {
  const isPeriod = is === 'period';
  return [
    isPeriod
      ? 'Balances before the period are the sums of what came before it, which is not shown. A bundle that begins with the first event has none.'
      : 'Between the runs lie other batches, which are not shown: that nothing of this case was left out, only the whole journal shows.',
    ...(is === 'user' ? ['Balances before the first line are sums of what came before, which is not shown.'] : []),
    'Users are numbers in the journal. Who they are is not in it, and not here.',
    'Batches that follow the case up to the next signed head are shown to link it; they may be of others.',
  ];
}

function rowOf([account, opening, closing]: Rows[number], scales: ReadonlyMap<string, number>): string {
  const scale = scales.get(assetOf(account)) ?? 0;
  const [before, after] = [opening, closing].map((units) => decimalOf(units, scale));
  return `<tr><td><code>${escapeHtml(account)}</code></td><td class="number">${before}</td><td class="number">${after}</td></tr>`;
}

function detailRow(name: string, value: string): string {
  return `<tr><th scope="row">${name}</th><td>${value}</td></tr>`;
}

function truncationNote(count: number): string {
  return count > ROWS_MAX ? `<p>The first ${ROWS_MAX} of ${count}; all are in the files.</p>` : '';
}

function time(at: number): string {
  return `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

function escapeHtml(raw: string): string {
  return raw.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`);
}
