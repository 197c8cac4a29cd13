/** Messages between the page and the worker that verifies a bundle. */
import type { BundleFault } from '../../../../shared/proof/bundle-fault';
import type { BundleProof } from '../../../../shared/proof/bundle';

export type EvidenceVerdict =
  | {
      is: 'proved';
      proved: Pick<BundleProof, 'manifest' | 'events' | 'signed' | 'unsigned' | 'stateHash' | 'otherForm'>;
    }
  | { is: 'refused'; fault: BundleFault; where: string }
  /** The browser lacks hashing (on insecure connections) or this kind of signature. */
  | { is: 'unable'; reason: string };

export type EvidenceMessage = { is: 'progress'; completed: number; total: number } | EvidenceVerdict;
