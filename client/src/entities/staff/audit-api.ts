/** Questions that auditors ask of the journal, over HTTP. */
import type {
  AnswerRows,
  AnswerRowsRequest,
  AskRequest,
  AuditAnswer,
  AuditAnswers,
  AuditAnswersRequest,
  OfQuestion,
} from '../../../../shared/wire/audit-journal';
import { deskApi } from './desk-api';

const auditApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    askJournal: build.mutation<AuditAnswer, AskRequest>({
      query: (body) => ({ url: '/audit/journal/ask', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    cancelQuestion: build.mutation<null, OfQuestion>({
      query: (body) => ({ url: '/audit/journal/cancel', method: 'POST', body }),
      extraOptions: { isQuiet: true },
    }),
    auditAnswers: build.query<AuditAnswers, AuditAnswersRequest>({
      query: (params) => ({ url: '/audit/journal/answers', params }),
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
    }),
    answerRows: build.query<AnswerRows, AnswerRowsRequest>({
      query: (params) => ({ url: '/audit/journal/rows', params }),
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
    }),
  }),
});

export const { useAskJournalMutation, useCancelQuestionMutation, useAuditAnswersQuery, useLazyAnswerRowsQuery } =
  auditApi;
