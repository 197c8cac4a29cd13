/** HTTP endpoints of perpetual contracts: market terms, state and commands. The user's positions are streamed. */
import { CONTRACT_ROUTES } from '../../../../../shared/products/perpetual/wire';
import { api } from '../../api/api';
import { endpointOf, quietEndpointOf, requestOf } from '../../api/endpoints';
import type { Fault } from '../../api/envelope';
import { cancellationAsked, placingBegun, placingEnded } from '../../news/own-acts';

/** Refusals after which market or user data is outdated. */
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

/** The sending form or dialog shows refusals itself. */
const invalidatesByCode = { invalidatesTags: (_answer: unknown, { code = '' }: Fault = {}) => tagsAfter(code) };
/** A button without a form: a toast shows refusals. */
const invalidatesContract = { invalidatesTags: ['Contract'] } as const;

const contractApi = api.injectEndpoints({
  endpoints: (build) => ({
    contractInfo: build.query({
      ...quietEndpointOf(CONTRACT_ROUTES.info),
      query: (market: string) => requestOf(CONTRACT_ROUTES.info, { market }),
      providesTags: ['ContractInfo'],
    }),
    placeContract: build.mutation({
      ...quietEndpointOf(CONTRACT_ROUTES.place),
      ...invalidatesByCode,
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
    amendContract: build.mutation({ ...quietEndpointOf(CONTRACT_ROUTES.amend), ...invalidatesByCode }),
    cancelContract: build.mutation({
      ...endpointOf(CONTRACT_ROUTES.cancel),
      ...invalidatesContract,
      onQueryStarted: ({ order }, { dispatch }) => void dispatch(cancellationAsked([order])),
    }),
    cancelAllContract: build.mutation({ ...endpointOf(CONTRACT_ROUTES.cancelAll), ...invalidatesContract }),
    placeStop: build.mutation({ ...quietEndpointOf(CONTRACT_ROUTES.placeStop), ...invalidatesByCode }),
    amendStop: build.mutation({ ...quietEndpointOf(CONTRACT_ROUTES.amendStop), ...invalidatesByCode }),
    cancelStop: build.mutation({ ...endpointOf(CONTRACT_ROUTES.cancelStop), ...invalidatesContract }),
    setLeverage: build.mutation({ ...quietEndpointOf(CONTRACT_ROUTES.setLeverage), ...invalidatesByCode }),
    setMarginMode: build.mutation({ ...quietEndpointOf(CONTRACT_ROUTES.setMarginMode), ...invalidatesByCode }),
    setPositionMode: build.mutation({ ...quietEndpointOf(CONTRACT_ROUTES.setPositionMode), ...invalidatesByCode }),
    adjustMargin: build.mutation({ ...quietEndpointOf(CONTRACT_ROUTES.adjustMargin), ...invalidatesByCode }),
    reverse: build.mutation({ ...quietEndpointOf(CONTRACT_ROUTES.reverse), ...invalidatesByCode }),
    closeAll: build.mutation({ ...quietEndpointOf(CONTRACT_ROUTES.closeAll), ...invalidatesByCode }),
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
