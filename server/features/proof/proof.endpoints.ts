import { StreamableFile } from '@nestjs/common';
import { PROOF_ROUTES as ROUTES } from '../../../shared/wire/audit/proof';
import { serviceEndpoint } from '../../platform/http/answers/service-endpoint';
import { Proofs } from './proofs';

export const PROOF_ENDPOINTS = [
  serviceEndpoint(ROUTES.heads, [Proofs], (_, proofs) => proofs.heads()),
  serviceEndpoint(ROUTES.headsOfDay, [Proofs], ({ request: { day }, reply }, proofs) => {
    const file = proofs.headsOfDay(day);
    void reply.headers({
      'content-type': 'application/jsonl; charset=utf-8',
      'content-disposition': `attachment; filename="heads-${day}.jsonl"`,
      'cache-control': 'no-store',
    });
    return new StreamableFile(file);
  }),
  serviceEndpoint(ROUTES.liabilities, [Proofs], (_, proofs) => proofs.liabilities()),
  serviceEndpoint(ROUTES.proofOfBalance, [Proofs], ({ user }, proofs) => proofs.proofOfBalance(user)),
];
