/** The words between the page that checks a bundle and the thread that does it. */
import type { BundleFault } from '../../../../../shared/proof/bundle-fault';
import type { Proved } from '../../../../../shared/proof/bundle';

export type EvidenceVerdict =
  | { is: 'proved'; proved: Pick<Proved, 'manifest' | 'events' | 'signed' | 'unsigned' | 'stateHash' | 'otherForm'> }
  | { is: 'refused'; fault: BundleFault; where: string }
  /** The browser cannot: no hashes over an open connection, no signatures of this kind. */
  | { is: 'unable'; reason: string };

export type EvidenceWord = { is: 'progress'; done: number; of: number } | EvidenceVerdict;
