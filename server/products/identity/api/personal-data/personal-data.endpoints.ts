/** A user's own file, the erasure of an account, and the holds that keep it. */
import { QueryBus } from '@nestjs/cqrs';
import { PERSONAL_DATA_ROUTES as ROUTES } from '../../../../../shared/products/identity/personal-data';
import { answeredBy } from '../../../../platform/http/answers/answered-by';
import { Proofs } from '../security/proofs';
import { Exports } from '../../../../features/shared/endpoints/exports';
import { Erasures } from './erasures';
import { LegalHolds } from './legal-holds';
import { OwnData } from './own-data.queries';

export const PERSONAL_DATA_ENDPOINTS = [
  answeredBy(ROUTES.state, [Erasures], ({ user }, erasures) => erasures.of(user)),
  /** With everything a thief could want in it: a ticket alone is not enough. */
  answeredBy(ROUTES.export, [Proofs, Exports, QueryBus], async (asked, proofs, exports, queries) => {
    const { user, request, given, reply } = asked;
    await proofs.byBoth({ userId: user, path: ROUTES.export.path, body: {} }, request, given);
    const read = () => queries.execute(new OwnData(user));
    return exports.send(user, reply, `my-data-${user}.json`, read, 'application/octet-stream');
  }),
  answeredBy(ROUTES.erase, [Proofs, Erasures], async ({ user, request, given }, proofs, erasures) => {
    const act = { userId: user, path: ROUTES.erase.path, body: {} };
    return erasures.ask(await proofs.byBoth(act, request, given));
  }),
  answeredBy(ROUTES.keep, [Erasures], ({ user }, erasures) => erasures.takeBack(user)),

  answeredBy(ROUTES.holds, [LegalHolds], async ({ request }, holds) => ({ records: await holds.of(request.userId) })),
  answeredBy(ROUTES.placeHold, [LegalHolds], ({ user: staff, request: { userId, reason } }, holds) =>
    holds.place(userId, staff, reason),
  ),
  answeredBy(ROUTES.liftHold, [LegalHolds], ({ user: staff, request }, holds) => holds.lift(request.userId, staff)),
];
