/** Messages to the user over HTTP; the stream signals new ones. */
import { MESSAGE_ROUTES } from '../../../../../shared/wire/messages-center';
import { api } from '../../api/api';
import { endpointOf, quietEndpointOf } from '../../api/endpoints';

const messageApi = api.injectEndpoints({
  endpoints: (build) => ({
    messages: build.query({ ...quietEndpointOf(MESSAGE_ROUTES.list), providesTags: ['Messages'] }),
    unread: build.query({ ...quietEndpointOf(MESSAGE_ROUTES.unread), providesTags: ['Messages'] }),
    readMessages: build.mutation({ ...endpointOf(MESSAGE_ROUTES.read), invalidatesTags: ['Messages'] }),
    readAllMessages: build.mutation({ ...endpointOf(MESSAGE_ROUTES.readAll), invalidatesTags: ['Messages'] }),
  }),
});

export const { useMessagesQuery, useUnreadQuery, useReadMessagesMutation, useReadAllMessagesMutation } = messageApi;

/** A message signals a change of the account, so dependent queries reload. */
export const messagePushed = () =>
  api.util.invalidateTags([
    'Messages',
    'Session',
    'Security',
    'Verification',
    'LogIns',
    'Recharges',
    'Withdrawals',
    'Addresses',
  ]);
