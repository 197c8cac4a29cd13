/** Converts staff requests about second contracts to commands. */
import type {
  FundOptionsRequest,
  SetOptionStateRequest,
  SetOptionTermsRequest,
} from '../../../shared/products/option/staff';
import type { CommandOf } from '../../core/command';
import { amountOf } from '../../features/shared/orders/convert';
import type { Knowledge, StaffConverters } from '../../features/shared/staff-knowledge';

interface Requests {
  SetOptionTerms: SetOptionTermsRequest;
  SetOptionState: SetOptionStateRequest;
  FundOptions: FundOptionsRequest;
}

export const OPTION_STAFF: StaffConverters<Requests> = {
  SetOptionTerms: setOptionTerms,
  SetOptionState: ({ symbol, state, reason }) => ({ type: 'SetOptionState', symbol, state, reason }),
  FundOptions: async ({ asset, act, amount, reason }, { scaleOf }) => ({
    type: 'FundOptions',
    asset,
    act,
    amount: amountOf(amount, await scaleOf(asset), asset),
    reason,
  }),
};

async function setOptionTerms(
  { clientId: _, durations, ...asked }: SetOptionTermsRequest,
  { scaleOf }: Knowledge,
): Promise<CommandOf<'SetOptionTerms'>> {
  const scale = await scaleOf(asked.asset);
  const amount = (text: string): bigint => amountOf(text, scale, asked.asset);
  return {
    type: 'SetOptionTerms',
    ...asked,
    amountMin: amount(asked.amountMin),
    amountMax: amount(asked.amountMax),
    sideMax: amount(asked.sideMax),
    totalMax: amount(asked.totalMax),
    userMax: amount(asked.userMax),
    levelsUserMax: amount(asked.levelsUserMax),
    durationsMs: durations.map(({ durationMs }) => durationMs),
    payoutsPpb: durations.map(({ payoutPpb }) => payoutPpb),
    feesPpb: durations.map(({ feePpb }) => feePpb),
    feeAmounts: durations.map(({ feeAmount }) => amount(feeAmount)),
  };
}
