/** What the exchange has told the user, over HTTP; that there is something new comes over the stream. */
import { MESSAGE_ROUTES } from '../../../../shared/wire/messages-center';
import { api } from '../../shared/api/api';
import { ask, askQuietly } from '../../shared/api/endpoints';

const messageApi = api.injectEndpoints({
  endpoints: (build) => ({
    messages: build.query({ ...askQuietly(MESSAGE_ROUTES.list), providesTags: ['Messages'] }),
    unread: build.query({ ...askQuietly(MESSAGE_ROUTES.unread), providesTags: ['Messages'] }),
    readMessages: build.mutation({ ...ask(MESSAGE_ROUTES.read), invalidatesTags: ['Messages'] }),
    readAllMessages: build.mutation({ ...ask(MESSAGE_ROUTES.readAll), invalidatesTags: ['Messages'] }),
  }),
});

export const { useMessagesQuery, useUnreadQuery, useReadMessagesMutation, useReadAllMessagesMutation } = messageApi;

/** A message says that something about the account has changed: what shows it asks anew. */
export const messageTold = () =>
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
