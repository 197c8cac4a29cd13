/** Perpetual contracts over HTTP: a market's terms and state, and the commands. What the user has comes by the stream. */
import { CONTRACT_ROUTES } from '../../../../shared/products/perpetual/wire';
import { api } from '../../shared/api/api';
import { ask, askQuietly, requestOf } from '../../shared/api/endpoints';
import type { Fault } from '../../shared/api/envelope';
import { cancellationAsked, placingBegun, placingEnded } from '../../shared/news/own-acts';

/** Refusals that say the market, or the user, is not what the page took it for. */
const MARKET_CODES: ReadonlySet<string> = new Set([
  'coin.not.open',
  'coin.under.maintenance',
  'market.cancel.only',
  'market.close.only',
]);
const USER_CODES: ReadonlySet<string> = new Set(['account.frozen', 'account.not.authenticated']);

const tagsAfter = (code = '') => [
  'Contract' as const,
  ...(MARKET_CODES.has(code) ? (['Markets', 'ContractInfo'] as const) : []),
  ...(USER_CODES.has(code) ? (['Session'] as const) : []),
];

/** The form or the dialog that sends it says itself what was refused. */
const said = { invalidatesTags: (_answer: unknown, { code = '' }: Fault = {}) => tagsAfter(code) };
/** A button by itself: what is refused is told in a toast. */
const pressed = { invalidatesTags: ['Contract'] } as const;

const contractApi = api.injectEndpoints({
  endpoints: (build) => ({
    contractInfo: build.query({
      ...askQuietly(CONTRACT_ROUTES.info),
      query: (market: string) => requestOf(CONTRACT_ROUTES.info, { market }),
      providesTags: ['ContractInfo'],
    }),
    placeContract: build.mutation({
      ...askQuietly(CONTRACT_ROUTES.place),
      ...said,
      // The user acts on this order now, so its changes are not announced.
      onQueryStarted: async (_wish, { dispatch, queryFulfilled }) => {
        dispatch(placingBegun());
        const order = await queryFulfilled.then(
          ({ data }) => data.order,
          () => null,
        );
        dispatch(placingEnded(order));
      },
    }),
    amendContract: build.mutation({ ...askQuietly(CONTRACT_ROUTES.amend), ...said }),
    cancelContract: build.mutation({
      ...ask(CONTRACT_ROUTES.cancel),
      ...pressed,
      onQueryStarted: ({ order }, { dispatch }) => void dispatch(cancellationAsked([order])),
    }),
    cancelAllContract: build.mutation({ ...ask(CONTRACT_ROUTES.cancelAll), ...pressed }),
    placeStop: build.mutation({ ...askQuietly(CONTRACT_ROUTES.placeStop), ...said }),
    amendStop: build.mutation({ ...askQuietly(CONTRACT_ROUTES.amendStop), ...said }),
    cancelStop: build.mutation({ ...ask(CONTRACT_ROUTES.cancelStop), ...pressed }),
    setLeverage: build.mutation({ ...askQuietly(CONTRACT_ROUTES.setLeverage), ...said }),
    setMarginMode: build.mutation({ ...askQuietly(CONTRACT_ROUTES.setMarginMode), ...said }),
    setPositionMode: build.mutation({ ...askQuietly(CONTRACT_ROUTES.setPositionMode), ...said }),
    adjustMargin: build.mutation({ ...askQuietly(CONTRACT_ROUTES.adjustMargin), ...said }),
    reverse: build.mutation({ ...askQuietly(CONTRACT_ROUTES.reverse), ...said }),
    closeAll: build.mutation({ ...askQuietly(CONTRACT_ROUTES.closeAll), ...said }),
  }),
});

export const {
  useContractInfoQuery,
  usePlaceContractMutation,
  useAmendContractMutation,
  useCancelContractMutation,
  useCancelAllContractMutation,
  usePlaceStopMutation,
  useAmendStopMutation,
  useCancelStopMutation,
  useSetLeverageMutation,
  useSetMarginModeMutation,
  useSetPositionModeMutation,
  useAdjustMarginMutation,
  useReverseMutation,
  useCloseAllMutation,
} = contractApi;
