/** Settings of the desk that everybody may read, and what each of them may be. */
import { isEmailAddress, isHostList, isOfferedLink, isSecureLink } from '../products/identity/rules/links';

/**
 * `invitation_required` is `on` when nobody may register without an invitation code. `link_hosts`: the hosts to which articles and banners
 * may lead out, with blanks or commas between them.
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

/** Where the terms, the privacy policy and the like are read; an entry without a link is not offered. */
export const LEGAL_LINKS = ['link_legal', 'link_privacy', 'link_agreement', 'link_risk', 'link_fees'] as const;
export type LegalLink = (typeof LEGAL_LINKS)[number];

export const CONFIG_LENGTH_MAX = 500;

/** While the desk has not decided otherwise. Empty: screens leave it out. */
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

/** What the demo has in their place, so that every entry is there to be seen. The names lead nowhere. */
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

/** Null for what it may be; empty, each of them takes the entry away. */
export function configFault(key: ConfigKey, value: string): ConfigFault | null {
  if (value === '') return null;
  if (value !== value.trim() || !SINGLE_LINE.test(value)) return 'format';
  if (key === 'online_service') return isSecureLink(value) ? null : 'markup.link';
  if (key === 'link_hosts') return isHostList(value) ? null : 'format';
  if (key === 'footer_email') return isEmailAddress(value) ? null : 'format';
  if ((LEGAL_LINKS as readonly string[]).includes(key)) return isOfferedLink(value) ? null : 'markup.link';
  return key === 'invitation_required' && value !== 'on' ? 'out.of.range' : null;
}
