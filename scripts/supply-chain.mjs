// `npm run supply-chain`: are the installed packages those that their authors signed, is a known weakness among them, and of what
// is the exchange made? Writes `sbom.cdx.json` (CycloneDX) beside package.json. Needs a registry that answers such questions: what
// it does not answer fails here, and is no verdict.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const BYTES_MAX = 64 * 1_024 * 1_024;

const npm = (...words) => spawnSync('npm', words, { cwd: root, encoding: 'utf8', maxBuffer: BYTES_MAX });

const bill = npm('sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev');
if (bill.status === 0) {
  writeFileSync(path.join(root, 'sbom.cdx.json'), bill.stdout);
  console.log(`[supply chain] sbom.cdx.json: ${JSON.parse(bill.stdout).components.length} packages`);
} else console.error(`[supply chain] no bill of materials:\n${bill.stderr}`);

const signatures = npm('audit', 'signatures');
console.log(`[supply chain] signatures:\n${signatures.stdout}${signatures.stderr}`);

const weaknesses = npm('audit', '--omit', 'dev', '--audit-level', 'high');
console.log(`[supply chain] known weaknesses:\n${weaknesses.stdout}${weaknesses.stderr}`);

process.exit([bill, signatures, weaknesses].every(({ status }) => status === 0) ? 0 : 1);
