/** Real-name verifications for staff over HTTP. */
import { VERIFICATION_ROUTES } from '../../../../shared/products/identity/verification';
import { quietEndpointOf, requestOf } from '../../kit/api/endpoints';
import { adminApi } from './admin-api';

const reviewsApi = adminApi.injectEndpoints({
  endpoints: (build) => ({
    reviews: build.query({
      ...quietEndpointOf(VERIFICATION_ROUTES.list),
      keepUnusedDataFor: 0,
      providesTags: ['Reviews'],
    }),
    review: build.query({
      ...quietEndpointOf(VERIFICATION_ROUTES.detail),
      query: (verification: string) => requestOf(VERIFICATION_ROUTES.detail, { verification }),
      keepUnusedDataFor: 0,
      providesTags: ['Reviews'],
    }),
    approveReview: build.mutation({
      ...quietEndpointOf(VERIFICATION_ROUTES.approve),
      invalidatesTags: (_, error) => (error ? [] : ['Reviews']),
    }),
    rejectReview: build.mutation({
      ...quietEndpointOf(VERIFICATION_ROUTES.reject),
      invalidatesTags: (_, error) => (error ? [] : ['Reviews']),
    }),
  }),
});

export const { useReviewsQuery, useReviewQuery, useApproveReviewMutation, useRejectReviewMutation } = reviewsApi;
