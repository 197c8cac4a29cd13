/** Money that comes in and goes out of one exchange, whose background works and whose blocks are made when told to. */
import type { SimulatedChain } from '../../../server/platform/chains/simulated/simulated-chain';
import type { MaybeOfChain } from '../../../server/platform/chains/of-chain';
import { KeptAddresses } from '../../../server/platform/kept-addresses';
import { done, FUND_PASSWORD, PASSWORD, type Answer, type HttpExchange, type Json, type Person } from './http-exchange';

export const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Where withdrawals go unless it says otherwise. */
export const TO = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed';
/** USDT has six digits on the chain. */
export const MILLION = 1_000_000n;

interface Surroundings {
  exchange: () => HttpExchange;
  admin: () => Person;
  /** Lets the time of the exchange pass. */
  pass: (ms: number) => void;
}

/** The code that is sent to who wants to list an address or a card; a minute later where one was sent just before. */
export async function destinationCode(
  exchange: HttpExchange,
  { email, ticket }: Person,
  pass: (ms: number) => void,
): Promise<string> {
  const request = { purpose: 'destination', channel: 'email' };
  const answer = await exchange.post('/app/security/sendCode', request, ticket);
  if (answer.code === 'code.too.soon') {
    pass(MINUTE_MS);
    await done(exchange.post('/app/security/sendCode', request, ticket));
  }
  return exchange.codeSentTo(email);
}

/** The exchange and its staff are asked for at each use: they are there after the tests are declared. */
export function walletOf({ exchange, admin, pass }: Surroundings) {
  let people = 0;

  const parts = () => exchange().application.exchange;
  /** Of payouts that a test takes by itself. */
  const kept = () => ({
    alarms: parts().alarms,
    addressOf: (of: MaybeOfChain) => exchange().application.nest.get(KeptAddresses).known(of),
    onAlarm: () => undefined,
  });
  const ethereum = () => parts().chains.find('ERC20') as SimulatedChain;
  const head = () => exchange().headOfJournal().position;
  /** What happens in the background happens here and now. */
  async function turn(): Promise<void> {
    await parts().progress.waitFor(head(), 10_000);
    await parts().chainWork.turn();
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
    const { balances } = await done(exchange().get(`/app/assets/balances?${query}`, person.ticket));
    return balances.find((one: Json) => one.asset === asset) ?? { available: '0', frozen: '0' };
  }
  const available = async (person: Person, asset = 'USDT', account = 'spot'): Promise<string> =>
    (await balance(person, asset, account)).available;
  const frozen = async (person: Person, asset = 'USDT', account = 'spot'): Promise<string> =>
    (await balance(person, asset, account)).frozen;

  /** Once everything that has happened has been told. */
  async function messages(person: Person): Promise<string[]> {
    const last = head();
    for (let tries = 0; tries < 2_000; tries++) {
      const told = await parts().database.sql.selectFrom('followers').select('position').executeTakeFirst();
      if ((told?.position ?? -1) >= last) break;
      await new Promise((resolve) => setTimeout(resolve, 10));
    }
    const { records } = await done(exchange().post('/app/message/list', {}, person.ticket));
    return records.map(({ key }: Json) => key);
  }

  /** By which the owner proves to be the one who says where money may go. */
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

  /** Somebody with a fund password, an address that is old enough, and money. */
  async function ready(usdt = '1000'): Promise<Person> {
    const person = await someone();
    await exchange().equip(admin(), person, { USDT: usdt });
    const set = { fundPassword: FUND_PASSWORD, password: PASSWORD };
    await done(exchange().post('/app/security/fundPassword/set', set, person.ticket));
    await done(listed(person, TO));
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
    return (await done(exchange().post('/app/withdraw/list', request, person.ticket))).records;
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
