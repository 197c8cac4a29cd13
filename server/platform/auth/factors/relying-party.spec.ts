import { Refusal } from '../../errors/refusal';
import { relyingPartyOf } from './relying-party';

describe('the relying party of a request', () => {
  it.each([
    ['localhost:3000', 'localhost', ['https://localhost:3000', 'http://localhost:3000']],
    ['Exchange.Example', 'exchange.example', ['https://exchange.example', 'http://exchange.example']],
  ])('for %s without a public address is that host', (host, id, origins) => {
    expect(relyingPartyOf({ host }, undefined)).toEqual({ id, origins });
  });

  it.each(['exchange.example', 'EXCHANGE.example', 'exchange.example:443'])(
    'for %s is the public address, over TLS only',
    (host) => {
      const party = { id: 'exchange.example', origins: ['https://exchange.example'] };
      expect(relyingPartyOf({ host }, 'https://exchange.example')).toEqual(party);
    },
  );

  it.each(['evil.example', 'exchange.example.evil.example', 'www.exchange.example', 'exchange.example:8443', '', '['])(
    'rejects %j beside a public address',
    (host) => {
      expect(() => relyingPartyOf({ host }, 'https://exchange.example')).toThrow(new Refusal('passkey.refused'));
    },
  );

  it.each(['', '[', 'a b', '%'])('rejects %j, which is no host', (host) => {
    expect(() => relyingPartyOf({ host }, undefined)).toThrow(new Refusal('passkey.refused'));
  });
});
