/**
 * Runs a file of JavaScript with what V8 made of it when it was built: a thread compiles everything anew, which takes it as
 * long again as everything else until it is ready. By another Node, or with other flags, it is compiled as always.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import path from 'node:path';
import { cachedDataVersionTag } from 'node:v8';
import { constants, Script } from 'node:vm';

/** `digest` is that of the file's text: V8 itself compares no more than how long the text is. Says whether anything kept was of use. */
export function runCompiled(file: string, digest: string): boolean {
  const script = scriptOf(file, readIfThere(keptOf(file, digest)));
  execute(script, file);
  return script.cachedDataRejected === false;
}

/** For this Node with these flags. The functions that are called on the way are among what is kept. */
export function keepCompiled(file: string, digest: string): void {
  const script = scriptOf(file);
  try {
    execute(script, file);
  } finally {
    writeFileSync(keptOf(file, digest), script.createCachedData());
  }
}

function scriptOf(file: string, cachedData?: Buffer): Script {
  // The build has written it in ASCII.
  return new Script(Module.wrap(readFileSync(file, 'latin1')), {
    filename: file,
    cachedData,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
}

function execute(script: Script, file: string): void {
  const module = { exports: {} };
  const run = script.runInThisContext() as (...of: unknown[]) => void;
  run(module.exports, createRequire(file), module, file, path.dirname(file));
}

function keptOf(file: string, digest: string): string {
  return file.replace(/js$/, `${digest}.${cachedDataVersionTag()}.compiled`);
}

function readIfThere(file: string): Buffer | undefined {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}
