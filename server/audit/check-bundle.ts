/** An evidence bundle that lies on disk, checked by the same code as in a browser, and replayed where it begins with the first event. */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { verifyBundle, type HearBytes, type Proved } from '../../shared/proof/bundle';
import { STATE_FORM } from '../core/snapshot/canonical-state';
import { EXCHANGE_CORE } from '../products/core';
import { stateHash } from '../engine/state-hash';
import { verifyEd25519 } from '../heads/ed25519';
import { readBatch } from '../journal/upcast';

/** @throws a BundleError that names the first thing that does not fit */
export async function checkBundle(file: string, hear: HearBytes, key?: string): Promise<Proved> {
  const handle = await open(file, 'r');
  try {
    const { size } = await handle.stat();
    const read = async (from: number, to: number) => {
      const bytes = new Uint8Array(to - from);
      const { bytesRead } = await handle.read(bytes, 0, bytes.length, from);
      return bytes.subarray(0, bytesRead);
    };
    const state = EXCHANGE_CORE.createState();
    const tools = {
      sha256: (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex'),
      verify: verifyEd25519,
      replay: {
        form: STATE_FORM,
        fold: (text: string) => EXCHANGE_CORE.evolve(state, readBatch(text).batch),
        stateHash: () => stateHash(state),
      },
    };
    return await verifyBundle({ size, read }, tools, hear, key);
  } finally {
    await handle.close();
  }
}
