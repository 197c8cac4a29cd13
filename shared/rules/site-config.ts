/** Public settings of the admin desk, and their permitted values. */
import { isEmailAddress, isHostList, isOfferedLink, isSecureLink } from '../products/identity/rules/links';

/**
 * `invitation_required` is `on` when registration needs an invitation code. `link_hosts` lists the hosts that articles and banners may link
 * to, separated by blanks or commas.
 */
export const CONFIG_KEYS = [
  'online_service',
  'custom_line',
  'custom_whatsapp',
  'footer_email',
  'link_legal',
  'link_privacy',
  'link_agreement',
  'link_risk',
  'link_fees',
  'link_hosts',
  'about_year',
  'invitation_required',
] as const;
export type ConfigKey = (typeof CONFIG_KEYS)[number];
export type ConfigValues = Readonly<Record<ConfigKey, string>>;

/** Links to the terms, the privacy policy and similar texts. Entries without a link are hidden. */
export const LEGAL_LINKS = ['link_legal', 'link_privacy', 'link_agreement', 'link_risk', 'link_fees'] as const;
export type LegalLink = (typeof LEGAL_LINKS)[number];

export const CONFIG_LENGTH_MAX = 500;

/** Values until staff set others. Screens hide empty ones. */
export const CONFIG_DEFAULTS: ConfigValues = {
  online_service: '',
  custom_line: '',
  custom_whatsapp: '',
  footer_email: '',
  link_legal: '/legalStatement',
  link_privacy: '/privacyPolicy',
  link_agreement: '/userAgreement',
  link_risk: '',
  link_fees: '',
  link_hosts: '',
  about_year: '',
  invitation_required: '',
};

/** Placeholder values of the demo, so that every entry is visible. The host names do not resolve. */
export const DEMO_CONFIG: ConfigValues = {
  ...CONFIG_DEFAULTS,
  online_service: 'https://support.open-exchange.example/chat',
  custom_line: '@open-exchange',
  custom_whatsapp: '+44 7700 900123',
  footer_email: 'support@open-exchange.example',
  link_risk: '/legalStatement#section-3',
  link_fees: '/rateStandard',
  link_hosts: 'open-exchange.example',
};

export type ConfigFault = 'format' | 'markup.link' | 'out.of.range';

const SINGLE_LINE = /^[^\p{Cc}\p{Cs}]*$/u;

/** Null if the value is permitted. An empty value is always permitted and hides the entry. */
export function configFault(key: ConfigKey, value: string): ConfigFault | null {
  if (value === '') return null;
  if (value !== value.trim() || !SINGLE_LINE.test(value)) return 'format';
  if (key === 'online_service') return isSecureLink(value) ? null : 'markup.link';
  if (key === 'link_hosts') return isHostList(value) ? null : 'format';
  if (key === 'footer_email') return isEmailAddress(value) ? null : 'format';
  if ((LEGAL_LINKS as readonly string[]).includes(key)) return isOfferedLink(value) ? null : 'markup.link';
  return key === 'invitation_required' && value !== 'on' ? 'out.of.range' : null;
}
