/** The part of a page's heap that is in use, and the part of it that is compiled code. */
import type { CDPSession } from 'playwright-core';

export interface PageHeap {
  /** Bytes after garbage collection. */
  used: number;
  /** The part for bytecode, machine code and type feedback of the engine. */
  code: number;
}

const LOOKS = 5;

/**
 * The minimum of several measurements, because beats and frames between the collection and the measurement leave
 * garbage too.
 */
export async function heapInUse(session: CDPSession): Promise<PageHeap> {
  const looks: number[] = [];
  for (let look = 0; look < LOOKS; look += 1) {
    await session.send('HeapProfiler.collectGarbage');
    looks.push((await session.send('Runtime.getHeapUsage')).usedSize);
  }
  return { used: Math.min(...looks), code: await codeInUse(session) };
}

interface Snapshot {
  snapshot: { meta: { node_fields: string[]; node_types: [string[], ...unknown[]] } };
  nodes: number[];
}

/** The part that the developer tools count as code in a heap snapshot. */
async function codeInUse(session: CDPSession): Promise<number> {
  const chunks: string[] = [];
  const take = ({ chunk }: { chunk: string }): void => void chunks.push(chunk);
  session.on('HeapProfiler.addHeapSnapshotChunk', take);
  await session.send('HeapProfiler.takeHeapSnapshot', { reportProgress: false });
  session.off('HeapProfiler.addHeapSnapshotChunk', take);
  const { snapshot, nodes } = JSON.parse(chunks.join('')) as Snapshot;
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, size] = [fields.indexOf('type'), fields.indexOf('self_size')];
  const code = types[0].indexOf('code');
  let bytes = 0;
  for (let at = 0; at < nodes.length; at += fields.length) if (nodes[at + type] === code) bytes += nodes[at + size];
  if (bytes === 0) throw new Error('the snapshot of the heap knows no code');
  return bytes;
}
