import { StreamableFile } from '@nestjs/common';
import { PROOF_ROUTES as ROUTES } from '../../../shared/wire/proof';
import { answeredBy } from '../../platform/http/answers/answered-by';
import { Proofs } from './proofs';

export const PROOF_ENDPOINTS = [
  answeredBy(ROUTES.heads, [Proofs], (_, proofs) => proofs.heads()),
  answeredBy(ROUTES.headsOfDay, [Proofs], ({ request: { day }, reply }, proofs) => {
    const file = proofs.headsOfDay(day);
    void reply.headers({
      'content-type': 'application/jsonl; charset=utf-8',
      'content-disposition': `attachment; filename="heads-${day}.jsonl"`,
      'cache-control': 'no-store',
    });
    return new StreamableFile(file);
  }),
  answeredBy(ROUTES.liabilities, [Proofs], (_, proofs) => proofs.liabilities()),
  answeredBy(ROUTES.proofOfBalance, [Proofs], ({ user }, proofs) => proofs.proofOfBalance(user)),
];
