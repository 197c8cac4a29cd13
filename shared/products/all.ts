/**
 * Tables of all products. They contain only data, because the core and the browser load them. The order sets that of
 * the tables, of their pages in docs/reference and of lists on the screen.
 */
import {
  PERPETUAL_ACTS,
  PERPETUAL_CHANNELS,
  PERPETUAL_ENTRY_KINDS,
  PERPETUAL_LABELS,
  PERPETUAL_LASTING_BRAKES,
} from './perpetual';
import { OPTION_ACTS, OPTION_CHANNELS, OPTION_ENTRY_KINDS, OPTION_LABELS, OPTION_MESSAGES } from './option';
import {
  EARN_ACTS,
  EARN_CHANNELS,
  EARN_FUND_ENTRY_KINDS,
  EARN_ENTRY_KINDS,
  EARN_LABELS,
  EARN_MESSAGES,
  EARN_REJECTIONS,
} from './earn';
import {
  ROBOT_ACTS,
  ROBOT_CHANNELS,
  ROBOT_ENTRY_KINDS,
  ROBOT_LABELS,
  ROBOT_MESSAGES,
  ROBOT_REJECTIONS,
  ROBOT_LASTING_BRAKES,
} from './robot';
import { CONVERT_ACTS, CONVERT_ENTRY_KINDS, CONVERT_LABELS, CONVERT_REJECTIONS } from './convert';
import {
  REFERRAL_ACTS,
  REFERRAL_ENTRY_KINDS,
  REFERRAL_LABELS,
  REFERRAL_MESSAGES,
  REFERRAL_REJECTIONS,
} from './referral';

export const PRODUCT_ENTRY_KINDS = {
  ...PERPETUAL_ENTRY_KINDS,
  ...OPTION_ENTRY_KINDS,
  ...EARN_ENTRY_KINDS,
  ...ROBOT_ENTRY_KINDS,
  ...EARN_FUND_ENTRY_KINDS,
  ...CONVERT_ENTRY_KINDS,
  ...REFERRAL_ENTRY_KINDS,
};

/** Labels of entries in records. */
export const PRODUCT_LABELS = [
  ...PERPETUAL_LABELS,
  ...OPTION_LABELS,
  ...EARN_LABELS,
  ...ROBOT_LABELS,
  ...REFERRAL_LABELS,
  ...CONVERT_LABELS,
] as const;

/** Rejection codes of the product cores. */
export const PRODUCT_REJECTIONS = [
  ...CONVERT_REJECTIONS,
  ...EARN_REJECTIONS,
  ...REFERRAL_REJECTIONS,
  ...ROBOT_REJECTIONS,
] as const;

/** Acts of staff, with the kinds permitted for each. */
export const PRODUCT_ACTS = {
  ...PERPETUAL_ACTS,
  ...OPTION_ACTS,
  ...EARN_ACTS,
  ...ROBOT_ACTS,
  ...CONVERT_ACTS,
  ...REFERRAL_ACTS,
};
export const PRODUCT_LASTING_BRAKES = [...PERPETUAL_LASTING_BRAKES, ...ROBOT_LASTING_BRAKES] as const;

/** Private channels. */
export const PRODUCT_CHANNELS = [
  ...PERPETUAL_CHANNELS,
  ...OPTION_CHANNELS,
  ...EARN_CHANNELS,
  ...ROBOT_CHANNELS,
] as const;

/** Facts of notifications. */
export const PRODUCT_MESSAGES = {
  ...OPTION_MESSAGES,
  ...EARN_MESSAGES,
  ...ROBOT_MESSAGES,
  ...REFERRAL_MESSAGES,
};
