/** Deposits and withdrawals of one exchange, in which background work and blocks happen on request. */
import type { SimulatedChain } from '../../../server/platform/chains/simulated/simulated-chain';
import type { MaybeChainAddress } from '../../../server/platform/chains/chain-address';
import { AddressVault } from '../../../server/platform/address-vault';
import {
  expectSuccess,
  FUND_PASSWORD,
  PASSWORD,
  type Answer,
  type HttpExchange,
  type Json,
  type Person,
} from './http-exchange';

export const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Default destination of withdrawals. */
export const TO = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
/** USDT has six decimals on the chain. */
export const MILLION = 1_000_000n;

interface WalletContext {
  exchange: () => HttpExchange;
  admin: () => Person;
  /** Advances the clock of the exchange. */
  pass: (ms: number) => void;
}

/** The code for listing an address or a card. Waits a minute if a code was sent just before. */
export async function destinationCode(
  exchange: HttpExchange,
  { email, ticket }: Person,
  pass: (ms: number) => void,
): Promise<string> {
  const request = { purpose: 'destination', channel: 'email' };
  const answer = await exchange.post('/app/security/sendCode', request, ticket);
  if (answer.code === 'code.too.soon') {
    pass(MINUTE_MS);
    await expectSuccess(exchange.post('/app/security/sendCode', request, ticket));
  }
  return exchange.codeSentTo(email);
}

/** The exchange and its staff are read at each use, because they exist only after the tests are declared. */
export function walletOf({ exchange, admin, pass }: WalletContext) {
  let people = 0;

  const parts = () => exchange().application.exchange;
  /** For payouts that a test executes itself. */
  const kept = () => ({
    alarms: parts().alarms,
    addressOf: (of: MaybeChainAddress) => exchange().application.nest.get(AddressVault).plainAddressOf(of),
    onAlarm: () => undefined,
  });
  const ethereum = () => parts().chains.find('ERC20') as SimulatedChain;
  const head = () => exchange().headOfJournal().position;
  /** Runs the background work once. */
  async function turn(): Promise<void> {
    await parts().progress.waitFor(head(), 10_000);
    await parts().chainWork.poll();
  }
  async function mine(blocks: number): Promise<void> {
    for (let block = 0; block < blocks; block++) {
      await parts().progress.waitFor(head(), 10_000);
      await parts().chainWork.mine();
    }
  }

  const someone = () => exchange().person(`someone-${++people}`);

  async function balance(person: Person, asset: string, account: string): Promise<Json> {
    const query = `minPosition=${head()}&account=${account}`;
    const { balances } = await expectSuccess(exchange().get(`/app/assets/balances?${query}`, person.ticket));
    return balances.find((one: Json) => one.asset === asset) ?? { available: '0', frozen: '0' };
  }
  const available = async (person: Person, asset = 'USDT', account = 'spot'): Promise<string> =>
    (await balance(person, asset, account)).available;
  const frozen = async (person: Person, asset = 'USDT', account = 'spot'): Promise<string> =>
    (await balance(person, asset, account)).frozen;

  /** Messages of a user, after all pending notifications were sent. */
  async function messages(person: Person): Promise<string[]> {
    const last = head();
    for (let tries = 0; tries < 2_000; tries++) {
      const told = await parts().database.sql.selectFrom('followers').select('position').executeTakeFirst();
      if ((told?.position ?? -1) >= last) break;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const { records } = await expectSuccess(exchange().post('/app/message/list', {}, person.ticket));
    return records.map(({ key }: Json) => key);
  }

  /** Proves that the owner names the destination. */
  const proof = async (person: Person) => ({
    fundPassword: FUND_PASSWORD,
    channel: 'email',
    code: await destinationCode(exchange(), person, pass),
  });

  const listed = async (person: Person, address: string, rest: object = {}): Promise<Answer> =>
    exchange().post(
      '/app/withdraw/addAddress',
      {
        chain: 'ERC20',
        address,
        label: 'cold wallet',
        beneficiary: { owner: 'own' },
        ...(await proof(person)),
        ...rest,
      },
      person.ticket,
    );

  /** A user with a fund password, a usable address, and money. */
  async function ready(usdt = '1000'): Promise<Person> {
    const person = await someone();
    await exchange().verifyAndFund(admin(), person, { USDT: usdt });
    const set = { fundPassword: FUND_PASSWORD, password: PASSWORD };
    await expectSuccess(exchange().post('/app/security/fundPassword/set', set, person.ticket));
    await expectSuccess(listed(person, TO));
    pass(25 * HOUR_MS);
    return person;
  }

  const apply = (
    person: Person,
    amount: string,
    rest: object = {},
    headers: Record<string, string> = {},
  ): Promise<Answer> =>
    exchange().post(
      '/app/withdraw/apply',
      {
        clientId: exchange().clientId(),
        asset: 'USDT',
        amount,
        chain: 'ERC20',
        address: TO,
        fundPassword: FUND_PASSWORD,
        ...rest,
      },
      person.ticket,
      headers,
    );

  const staff = (person: Person, act: string, body: object): Promise<Answer> =>
    exchange().post(`/admin/withdraw/${act}`, { clientId: exchange().clientId(), ...body }, person.ticket);

  async function withdrawals(person: Person, filters: object = {}): Promise<Json[]> {
    const request = { minPosition: head(), ...filters };
    return (await expectSuccess(exchange().post('/app/withdraw/list', request, person.ticket))).records;
  }

  return {
    parts,
    kept,
    ethereum,
    head,
    turn,
    mine,
    someone,
    ready,
    available,
    frozen,
    messages,
    proof,
    listed,
    apply,
    staff,
    withdrawals,
  };
}
