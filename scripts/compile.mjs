// Turns the TypeScript that a configuration names into what Node runs, file by file, and puts the texts that it reads beside it. Types
// are not looked at here but by `npm run check`: on the way to a first start that took as long as building all of the client.
//
//   node scripts/compile.mjs tsconfig.build.json
import { copyFileSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..');
const TEXT = /[.](html|json|md|sql|txt)$/;

const { options, fileNames, errors } = ts.parseJsonConfigFileContent(
  ts.readConfigFile(path.join(root, process.argv[2]), ts.sys.readFile).config,
  ts.sys,
  root,
);
const faults = [...errors];
for (const file of fileNames.filter((name) => !name.endsWith('.d.ts'))) {
  const { outputText, sourceMapText, diagnostics } = ts.transpileModule(readFileSync(file, 'utf8'), {
    fileName: file,
    compilerOptions: options,
    reportDiagnostics: true,
  });
  faults.push(...diagnostics);
  const output = path.join(options.outDir, path.relative(root, file)).replace(/ts$/, 'js');
  mkdirSync(path.dirname(output), { recursive: true });
  writeFileSync(output, outputText);
  writeFileSync(`${output}.map`, sourceMapText);
}
if (faults.length > 0) {
  const host = { getCurrentDirectory: () => root, getCanonicalFileName: (name) => name, getNewLine: () => '\n' };
  console.error(ts.formatDiagnostics(faults, host));
  process.exit(1);
}
for (const folder of ['server', 'shared']) {
  for (const name of readdirSync(path.join(root, folder), { recursive: true }).filter((file) => TEXT.test(file))) {
    const output = path.join(options.outDir, folder, name);
    mkdirSync(path.dirname(output), { recursive: true });
    copyFileSync(path.join(root, folder, name), output);
  }
}
