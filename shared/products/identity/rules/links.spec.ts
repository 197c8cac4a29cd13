import { configFault, CONFIG_DEFAULTS, CONFIG_KEYS, DEMO_CONFIG } from '../../../rules/site-config';
import {
  articleLinkFault,
  bannerLinkFault,
  isArticleLink,
  isOfferedLink,
  isOwnPath,
  isSecureLink,
  isExternalLink,
  containsAddress,
} from './links';

const HOSTS = ['a.example', 'a.example:8443', 'open-exchange.example'];

describe('links', () => {
  it.each([
    '/',
    '/helpCenter?q=a&b=1#top',
    '/legalStatement#section-3',
    '/helpCenter?q=two%20words',
    '/accountSet/messages',
  ])('%s is a page of ours', (link) => {
    expect([isOwnPath(link), isOfferedLink(link), isArticleLink(link, []), isExternalLink(link)]).toEqual([
      ...[true, true, true, false],
    ]);
  });

  it.each(['https://open-exchange.example', 'https://a.example:8443/x?y=1#z', 'HTTPS://A.EXAMPLE'])(
    '%s is secure, and permitted for hosts on the list',
    (link) => {
      expect([isSecureLink(link), isOfferedLink(link), isArticleLink(link, HOSTS), isExternalLink(link)]).toEqual([
        ...[true, true, true, true],
      ]);
      expect([bannerLinkFault(link, []), articleLinkFault(link, ['other.example'])]).toEqual([
        ...['markup.host', 'markup.host'],
      ]);
    },
  );

  it('a host on the list permits only this host, with its port', () => {
    for (const link of ['https://b.a.example', 'https://a.example.evil.example', 'https://a.example:444'])
      expect(articleLinkFault(link, HOSTS)).toBe('markup.host');
  });

  it.each(['#section-2', 'mailto:help@a.example'])('%s is permitted only in articles', (link) => {
    expect([isOfferedLink(link), isArticleLink(link, HOSTS)]).toEqual([false, true]);
  });

  it('a mail address is checked by its host', () => {
    expect(articleLinkFault('mailto:help@a.example', [])).toBe('markup.host');
    expect([isExternalLink('mailto:help@a.example'), isExternalLink('#section-2')]).toEqual([true, false]);
  });

  it.each([
    '',
    'help',
    '//evil.example',
    '/\\evil.example',
    '/a b',
    '/"onclick="x',
    'http://a.example',
    'https://',
    'https://user@evil.example',
    'https://a.example/<b>',
    'javascript:alert(1)',
    ' javascript:alert(1)',
    'java\nscript:alert(1)',
    'data:text/html,x',
    'mailto:',
    'mailto:a@b.example?bcc=c@d.example',
    `/${'x'.repeat(300)}`,
    // Look-alikes of other addresses.
    'https://xn--pple-43d.com/',
    'https://a.xn--p1ai/',
    'https://XN--PPLE-43D.com',
    'https://аpple.com/',
    'https://a.example/\u202egpj.exe',
    'https://a.example/%E2%80%AEgpj.exe',
    '/help\u200bCenter',
    '/help%e2%80%8bCenter',
    '/help\u2066Center',
    '/help\ufeffCenter',
    '/help%00Center',
    '/help%zz',
    'mailto:a@xn--pple-43d.com',
    // Pages that ask for or change passwords and factors.
    '/securityLink#x',
    '/securitylink',
    '/SECURITYLINK?a=1',
    '/%73ecurityLink',
    '/x/../securityLink',
    '/./securityLink',
    '/x/%2e%2e/securityLink',
    '/x/%2E%2E%2FsecurityLink',
    '/help//securityLink',
    '/recover',
    '/recover/',
    '/recoverAccount#code',
    '/forget',
    '/accountSet/security',
    'https://a.example/recoverAccount#code',
  ])('ASVS 1.2.2: %j is not permitted', (link) =>
    expect([isOfferedLink(link), isArticleLink(link, HOSTS)]).toEqual([false, false]),
  );
});

describe('the settings of the admin desk', () => {
  it('may be empty, the defaults or those of the demo', () => {
    for (const key of CONFIG_KEYS)
      for (const value of [CONFIG_DEFAULTS[key], DEMO_CONFIG[key], ''])
        expect([key, configFault(key, value)]).toEqual([key, null]);
  });

  it('of the demo fill all entries but two', () => {
    const without = CONFIG_KEYS.filter((key) => DEMO_CONFIG[key] === '');
    expect(without).toEqual(['about_year', 'invitation_required']);
  });

  it.each(['a.example', 'a.example, b.example:8443', 'a.example b.example'])('accept the host list %j', (value) =>
    expect(configFault('link_hosts', value)).toBeNull(),
  );

  it.each([
    'https://a.example',
    'a.example/x',
    'localhost',
    '127.0.0.1',
    'xn--pple-43d.com',
    'a.xn--p1ai',
    'аpple.com',
    '*.a.example',
  ])('reject %j as a host', (value) => expect(configFault('link_hosts', value)).toBe('format'));
});

describe('an address in a text to a customer', () => {
  it.each([
    'Log in at https://evil.example/login to get it back.',
    'evil.example',
    'See EVIL.Example/login',
    'See www.evil.example.',
    'Write to help@evil',
    'Ask @exchange_help on Telegram',
    'tg:resolve?domain=evil',
    'Open 203.0.113.7/login',
    'Open evil．example',
    '请访问evil.example',
    'Log in at раypal.com',
    'xn--pypal-4ve.com',
    'Two lines\nevil.example\nmore',
  ])('is found in %j', (text) => expect(containsAddress(text)).toBe(true));

  it.each([
    'The document has expired. Please hand in another one.',
    'Received 0.5 BTC, e.g. on 2026-11-29 at 10:15.',
    'Read /helpCenter?q=fees first...',
    'reason/document_mismatch: the name differs',
    'Der Betrag ist 1.000.000,50 USDT.',
    '证件已过期。请重新提交',
    'a) b.c: 3.5x, U.S. passport',
  ])('is not seen in %j', (text) => expect(containsAddress(text)).toBe(false));
});
