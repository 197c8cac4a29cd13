/** A document has two sides and its owner a face: photos that show the same picture prove one of them at most. */
import { createHash } from 'node:crypto';
import { PHOTO_KINDS, type PhotoKind } from '../../../shared/products/identity/verification';

/**
 * The kinds whose picture is that of another one too. `pictures`: as they are kept, drawn anew from what was decoded, so that the same
 * picture is the same bytes however it was sent.
 */
export function repeatedKinds(pictures: ReadonlyMap<PhotoKind, Buffer>): PhotoKind[] {
  const hashes = new Map(
    [...pictures].map(([kind, bytes]) => [kind, createHash('sha256').update(bytes).digest('hex')]),
  );
  const times = (hash: string | undefined) => [...hashes.values()].filter((other) => other === hash).length;
  return PHOTO_KINDS.filter((kind) => times(hashes.get(kind)) > 1);
}
