/** Journal queries of auditors over HTTP. */
import { AUDIT_JOURNAL_ROUTES } from '../../../../shared/wire/audit/audit-journal';
import { quietEndpointOf } from '../../kit/api/endpoints';
import { adminApi } from './admin-api';

const auditApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    askJournal: build.mutation(quietEndpointOf(AUDIT_JOURNAL_ROUTES.ask)),
    cancelQuestion: build.mutation(quietEndpointOf(AUDIT_JOURNAL_ROUTES.cancel)),
    auditAnswers: build.query({ ...quietEndpointOf(AUDIT_JOURNAL_ROUTES.answers), keepUnusedDataFor: 0 }),
    answerRows: build.query({ ...quietEndpointOf(AUDIT_JOURNAL_ROUTES.rows), keepUnusedDataFor: 0 }),
  }),
});

export const { useAskJournalMutation, useCancelQuestionMutation, useAuditAnswersQuery, useLazyAnswerRowsQuery } =
  auditApi;
