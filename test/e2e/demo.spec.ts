import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createApplication } from '../../server/application';
import { seedDemo } from '../../server/demo/seed';
import { loadConfig } from '../../server/platform/config/config';

describe('the demo', () => {
  const dataDir = mkdtempSync(path.join(tmpdir(), 'exchange-demo-'));
  const config = loadConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' });
  afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

  /** Seeds; with `commandsMax` the engine goes away after so many, as if the process had been killed. */
  async function seed(commandsMax = Infinity) {
    const application = await createApplication(config);
    const { engine, journal } = application.exchange;
    const submit = engine.submit.bind(engine);
    let left = commandsMax;
    engine.submit = async (envelope) => {
      if (left-- <= 0) throw new Error('killed');
      return submit(envelope);
    };
    const lines: string[] = [];
    try {
      await seedDemo(application, config, (line) => lines.push(line));
      const { members, markets, assets } = engine.state();
      let recharges = 0;
      for await (const { batch } of journal.read(0)) {
        recharges += batch.events.filter(({ type }) => type === 'RechargeCredited').length;
      }
      return {
        recharges,
        lines,
        head: journal.head(),
        members: [...members.values()],
        markets: [...markets.values()],
        assets: assets.size,
      };
    } finally {
      await application.close();
    }
  }

  it('goes on where it was killed, changes nothing once it is through, and keeps its passwords', async () => {
    for (const commands of [0, 1, 6, 9, 20]) await expect(seed(commands)).rejects.toThrow('killed');
    const first = await seed();
    expect(first.assets).toBe(11);
    expect(first.markets.map(({ state }) => state)).toEqual(Array(10).fill('open'));
    expect(first.members.filter(({ verified }) => verified)).toHaveLength(2);
    expect(first.members).toHaveLength(4);
    const again = await seed();
    expect(again.head).toEqual(first.head);
    expect(again.lines).toEqual(first.lines);

    const file = path.join(dataDir, 'demo-users.json');
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const users: { role: string; password: string }[] = JSON.parse(readFileSync(file, 'utf8'));
    expect(users.map(({ role }) => role)).toEqual(['admin', 'auditor', 'user', 'user']);
    for (const { password } of users) expect(first.lines.join('\n')).toContain(password);
    // Each asset of each trader was credited once.
    expect(first.recharges).toBe(22);
  });
});
