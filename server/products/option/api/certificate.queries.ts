/** The certificate of a settled second contract, for its owner and for staff whom nothing bounds, put together from the journal when it is asked for. */
import { OPTION_ROUTES } from '../../../../shared/products/option/wire';
import { seesEverything } from '../../../../shared/rules/audit-scope';
import { Refusal } from '../../../platform/errors/refusal';
import { sentWith } from '../../../platform/http/route-messages';
import { JOURNAL } from '../../../platform/tokens';
import { certificateOf } from '../certificate';
import { optionContractById } from '../stored/queries';
import { idOf } from '../../../features/shared/orders/convert';
import { answers } from '../../../features/shared/endpoints/handles';
import { Reader } from '../../../features/shared/endpoints/reader';

/** Another's does not exist, but for staff who see all of the journal: its batches are of others too, whom bounds may leave out. */
export const CertificateOf = answers(OPTION_ROUTES.certificate, [Reader, JOURNAL], async (query, reader, journal) => {
  const { contract, minPosition } = query.request;
  const { caller, seen } = sentWith(query);
  const { user, role } = caller;
  const stored = await reader.at(minPosition);
  const isOwnAlone = role === 'user' || !seesEverything(seen);
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
});
