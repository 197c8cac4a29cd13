/** Real-name verifications as staff judge them, over HTTP. */
import type { CommandAnswer, Page } from '../../../../shared/wire/fields';
import type {
  ApproveVerificationRequest,
  RejectVerificationRequest,
  VerificationDetail,
  VerificationRecord,
  VerificationsRequest,
} from '../../../../shared/wire/verification';
import { deskApi } from './desk-api';

const reviewsApi = deskApi.injectEndpoints({
  endpoints: (build) => ({
    reviews: build.query<Page<VerificationRecord>, VerificationsRequest>({
      query: (body) => ({ url: '/admin/verification/list', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
      providesTags: ['Reviews'],
    }),
    review: build.query<VerificationDetail, string>({
      query: (verification) => ({ url: '/admin/verification/detail', params: { verification } }),
      extraOptions: { isQuiet: true },
      keepUnusedDataFor: 0,
      providesTags: ['Reviews'],
    }),
    approveReview: build.mutation<CommandAnswer, ApproveVerificationRequest>({
      query: (body) => ({ url: '/admin/verification/approve', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: (_, fault) => (fault ? [] : ['Reviews']),
    }),
    rejectReview: build.mutation<null, RejectVerificationRequest>({
      query: (body) => ({ url: '/admin/verification/reject', method: 'POST', body }),
      extraOptions: { isQuiet: true },
      invalidatesTags: (_, fault) => (fault ? [] : ['Reviews']),
    }),
  }),
});

export const { useReviewsQuery, useReviewQuery, useApproveReviewMutation, useRejectReviewMutation } = reviewsApi;
