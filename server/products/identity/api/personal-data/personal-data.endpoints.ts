/** Endpoints of a user's data export, the erasure of an account, and legal holds. */
import { QueryBus } from '@nestjs/cqrs';
import { PERSONAL_DATA_ROUTES as ROUTES } from '../../../../../shared/products/identity/personal-data';
import { serviceEndpoint } from '../../../../platform/http/answers/service-endpoint';
import { Proofs } from '../security/proofs';
import { Exports } from '../../../../features/shared/endpoints/exports';
import { Erasures } from './erasures';
import { LegalHolds } from './legal-holds';
import { OwnData } from './own-data.queries';

export const PERSONAL_DATA_ENDPOINTS = [
  serviceEndpoint(ROUTES.state, [Erasures], ({ user }, erasures) => erasures.stateOf(user)),
  /** The file contains everything a thief could want, so a ticket alone does not suffice. */
  serviceEndpoint(ROUTES.export, [Proofs, Exports, QueryBus], async (context, proofs, exports, queries) => {
    const { user, request, factorProof, reply } = context;
    await proofs.byBoth({ userId: user, path: ROUTES.export.path, body: {} }, request, factorProof);
    const read = () => queries.execute(new OwnData(user));
    return exports.send(user, reply, `my-data-${user}.json`, read, 'application/octet-stream');
  }),
  serviceEndpoint(ROUTES.erase, [Proofs, Erasures], async ({ user, request, factorProof }, proofs, erasures) => {
    const act = { userId: user, path: ROUTES.erase.path, body: {} };
    return erasures.request(await proofs.byBoth(act, request, factorProof));
  }),
  serviceEndpoint(ROUTES.keep, [Erasures], ({ user }, erasures) => erasures.cancel(user)),

  serviceEndpoint(ROUTES.holds, [LegalHolds], async ({ request }, holds) => ({
    records: await holds.holdsOf(request.userId),
  })),
  serviceEndpoint(ROUTES.placeHold, [LegalHolds], ({ user: staff, request: { userId, reason } }, holds) =>
    holds.place(userId, staff, reason),
  ),
  serviceEndpoint(ROUTES.liftHold, [LegalHolds], ({ user: staff, request }, holds) =>
    holds.lift(request.userId, staff),
  ),
];
