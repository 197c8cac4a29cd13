/**
 * The certificate of a settled second contract, for its owner and for staff without a scope, assembled from the journal
 * on request.
 */
import { OPTION_ROUTES } from '../../../../shared/products/option/wire';
import { coversEverything } from '../../../../shared/rules/audit-scope';
import { Refusal } from '../../../platform/errors/refusal';
import { requestContextOf } from '../../../platform/http/route-messages';
import { JOURNAL } from '../../../platform/tokens';
import { certificateOf } from '../certificate';
import { optionContractById } from '../stored/queries';
import { idOf } from '../../../features/shared/orders/convert';
import { queryHandler } from '../../../features/shared/endpoints/handlers';
import { Reader } from '../../../features/shared/endpoints/reader';

/**
 * Another user's counts as missing, except for staff who see the whole journal: its batches contain data of other
 * users, which a scope may exclude.
 */
export const CertificateOf = queryHandler(
  OPTION_ROUTES.certificate,
  [Reader, JOURNAL],
  async (query, reader, journal) => {
    const { contract, minPosition } = query.request;
    const { caller, visibleScope } = requestContextOf(query);
    const { user, role } = caller;
    const stored = await reader.at(minPosition);
    const isOwnAlone = role === 'user' || !coversEverything(visibleScope);
    const row = await optionContractById(stored, idOf(contract));
    if (!row || (isOwnAlone && row.userId !== user)) throw new Refusal('option.not.found');
    if (row.settledPosition === null) throw new Refusal('option.not.settled');
    const certificate = await certificateOf(journal, {
      contract: row.id,
      symbol: row.symbol,
      boughtPosition: row.boughtPosition,
      enteredPosition: row.enteredPosition,
      settledPosition: row.settledPosition,
      entry: row.entryBatch,
      settledBy: row.endBatch,
      hasLevels: row.takeProfit !== null || row.stopLoss !== null,
    });
    if (!certificate) throw new Refusal('option.certificate.too.long');
    return { ...certificate, says: { ...certificate.says } };
  },
);
