/** What the exchange has told the user, over HTTP; that there is something new comes over the stream. */
import type { MessageRecord, MessagesRequest, Unread } from '../../../../shared/wire/messages-center';
import { api } from '../../shared/api/api';

interface MessagePage {
  records: MessageRecord[];
  total: number;
}

const messageApi = api.injectEndpoints({
  endpoints: (build) => ({
    messages: build.query<MessagePage, MessagesRequest>({
      query: (body) => ({ url: '/app/message/list', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      providesTags: ['Messages'],
    }),
    unread: build.query<Unread, void>({
      query: () => ({ url: '/app/message/unread' }),
      extraOptions: { isQuiet: true },
      providesTags: ['Messages'],
    }),
    readMessages: build.mutation<Unread, { messages: string[] }>({
      query: (body) => ({ url: '/app/message/read', method: 'POST', body }),
      invalidatesTags: ['Messages'],
    }),
    readAllMessages: build.mutation<Unread, void>({
      query: () => ({ url: '/app/message/readAll', method: 'POST', body: {} }),
      invalidatesTags: ['Messages'],
    }),
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
