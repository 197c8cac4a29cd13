/** A document has two sides and its owner a face: photos of the same picture prove at most one of them. */
import { createHash } from 'node:crypto';
import { PHOTO_KINDS, type PhotoKind } from '../../../shared/products/identity/verification';

/**
 * Kinds whose picture equals another one's. `pictures` are in stored form, re-encoded from the decoded pixels, so equal
 * pictures have equal bytes however they were sent.
 */
export function duplicateKinds(pictures: ReadonlyMap<PhotoKind, Buffer>): PhotoKind[] {
  const hashes = new Map(
    [...pictures].map(([kind, bytes]) => [kind, createHash('sha256').update(bytes).digest('hex')]),
  );
  const times = (hash: string | undefined) => [...hashes.values()].filter((other) => other === hash).length;
  return PHOTO_KINDS.filter((kind) => times(hashes.get(kind)) > 1);
}
