/** Grid robots in the demo. */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { ProductDemo } from '../../../demo/product-demo';
import { generateRobotKey, hashOfRobotKey } from '../api/robot-key';
import { RobotKeys } from '../api/robot-keys';
import { aliceRobot, DEMO_ROBOTS, ROBOT_MS } from './alice';

export const ROBOT_DEMO: ProductDemo = {
  equipment: () => ({ robotKey: generateRobotKey() }),
  /** Runs once, also on an older exchange. */
  async offer({ act, dataDir }) {
    const mark = path.join(dataDir, 'demo-robots');
    if (existsSync(mark)) return;
    for (const terms of DEMO_ROBOTS) await act('SetRobotTerms', terms, `demo-robot-${terms.market}`);
    writeFileSync(mark, '');
  },
  /** The key shown to visitors. Staff may have replaced or revoked it since. */
  async welcome({ act, nest, state }, { id, robotKey }) {
    if (robotKey === undefined || state().robots.keys.has(id)) return;
    await nest.get(RobotKeys, { strict: false }).store(id, robotKey);
    const hash = hashOfRobotKey(robotKey);
    await act('IssueRobotKey', { userId: id, hash, reason: 'the demo begins' }, `demo-robot-key-${id}`);
  },
  late: {
    spanMs: ROBOT_MS,
    /** Its loss is measured by the index, which was just published. */
    make(state, prices, user) {
      const key = state.robots.keys.get(user);
      return key ? aliceRobot(state, prices, user, key.hash) : null;
    },
  },
};
