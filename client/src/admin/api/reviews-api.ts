/** Real-name verifications for staff over HTTP. */
import { VERIFICATION_ROUTES } from '../../../../shared/products/identity/verification';
import { askQuietly, requestOf } from '../../kit/api/endpoints';
import { adminApi } from './admin-api';

const reviewsApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    reviews: build.query({ ...askQuietly(VERIFICATION_ROUTES.list), keepUnusedDataFor: 0, providesTags: ['Reviews'] }),
    review: build.query({
      ...askQuietly(VERIFICATION_ROUTES.detail),
      query: (verification: string) => requestOf(VERIFICATION_ROUTES.detail, { verification }),
      keepUnusedDataFor: 0,
      providesTags: ['Reviews'],
    }),
    approveReview: build.mutation({
      ...askQuietly(VERIFICATION_ROUTES.approve),
      invalidatesTags: (_, fault) => (fault ? [] : ['Reviews']),
    }),
    rejectReview: build.mutation({
      ...askQuietly(VERIFICATION_ROUTES.reject),
      invalidatesTags: (_, fault) => (fault ? [] : ['Reviews']),
    }),
  }),
});

export const { useReviewsQuery, useReviewQuery, useApproveReviewMutation, useRejectReviewMutation } = reviewsApi;
