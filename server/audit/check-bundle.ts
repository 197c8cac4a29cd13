/**
 * Checks an evidence bundle on disk with the same code as in a browser, and replays it if it begins with the first
 * event.
 */
import { createHash } from 'node:crypto';
import { open } from 'node:fs/promises';
import { verifyBundle, type OnBytes, type BundleProof } from '../../shared/proof/bundle';
import { STATE_FORM } from '../core/snapshot/canonical-state';
import { EXCHANGE_CORE } from '../products/core';
import { stateHash } from '../engine/state-hash';
import { verifyEd25519 } from '../signed-heads/ed25519';
import { readBatch } from '../journal/upcast';

/** @throws a BundleError that names the first mismatch */
export async function checkBundle(file: string, onProgress: OnBytes, key?: string): Promise<BundleProof> {
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
    return await verifyBundle({ size, read }, tools, onProgress, key);
  } finally {
    await handle.close();
  }
}
