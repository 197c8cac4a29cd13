/** Worker that verifies an evidence bundle. If it begins with the first event, it also replays the events through the exchange's core. */
import { verifyBundle, type BundleTools } from '../../../../shared/proof/bundle';
import { BundleError } from '../../../../shared/proof/bundle-fault';
import { STATE_FORM } from '../../../../server/core/snapshot/canonical-state';
import { EXCHANGE_CORE } from '../../../../server/products/core';
import { readBatch } from '../../../../server/journal/upcast';
import { browserVerify } from '../../kit/lib/proving';
import type { EvidenceMessage } from './evidence-check';

const PROGRESS_MS = 100;
const CHUNK_CHARS = 1 << 20;

const postProgress = (message: EvidenceMessage): void => postMessage(message);

async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', bytes);
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** SHA-256 over all lines of the state, as on the server. */
async function hashOfLines(lines: Iterable<string>): Promise<string> {
  const chunks: string[] = [];
  let chunk = '';
  for (const line of lines) {
    chunk += `${line}\n`;
    if (chunk.length < CHUNK_CHARS) continue;
    chunks.push(chunk);
    chunk = '';
  }
  const content = await new Blob([...chunks, chunk]).arrayBuffer();
  return sha256(new Uint8Array(content));
}

async function check(file: File): Promise<void> {
  const state = EXCHANGE_CORE.createState();
  const tools: BundleTools = {
    sha256,
    verify: browserVerify,
    replay: {
      form: STATE_FORM,
      fold: (text) => EXCHANGE_CORE.evolve(state, readBatch(text).batch),
      stateHash: () => hashOfLines(EXCHANGE_CORE.canonicalLines(state)),
    },
  };
  const read = async (from: number, to: number) => new Uint8Array(await file.slice(from, to).arrayBuffer());
  let reportedAt = 0;
  try {
    const found = await verifyBundle({ size: file.size, read }, tools, (completed, total) => {
      if (performance.now() - reportedAt < PROGRESS_MS) return;
      reportedAt = performance.now();
      postProgress({ is: 'progress', completed, total });
    });
    const { manifest, events, signed, unsigned, stateHash, otherForm } = found;
    postProgress({ is: 'proved', proved: { manifest, events, signed, unsigned, stateHash, otherForm } });
  } catch (error) {
    if (error instanceof BundleError) postProgress({ is: 'refused', fault: error.fault, where: error.where });
    else postProgress({ is: 'unable', reason: error instanceof Error ? error.message : String(error) });
  }
}

addEventListener('message', ({ data }: MessageEvent<File>) => void check(data));
