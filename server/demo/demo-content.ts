/** The demo's banners, and how to reach customer service. */
import { existsSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Application } from '../application';
import { CONFIG_DEFAULTS, CONFIG_KEYS, DEMO_CONFIG } from '../../shared/rules/site-config';
import { Banners } from '../products/content/api/banners';
import { configSetting } from '../platform/staff-settings';
import { DEMO_BANNERS } from './past/banners';

type Decide = (setting: { name: string; text: string }, id: string) => Promise<void>;

/** Runs once, also for an older exchange; afterwards managed by its staff. */
export async function publishDemoContent(
  { nest, exchange }: Pick<Application, 'nest' | 'exchange'>,
  decide: Decide,
  dataDir: string,
): Promise<void> {
  const mark = path.join(dataDir, 'demo-public-face');
  if (existsSync(mark)) return;
  const { settings } = exchange.engine.state().staff;
  for (const key of CONFIG_KEYS) {
    const name = configSetting(key);
    const text = DEMO_CONFIG[key];
    if (text !== CONFIG_DEFAULTS[key] && !settings.has(name)) await decide({ name, text }, `demo-config-${key}`);
  }
  const banners = nest.get(Banners);
  for (const [place, { look, link, texts }] of DEMO_BANNERS.entries()) {
    const times = { from: null, until: null, image: null };
    const request = { clientId: `demo-banner-${place}`, revision: 0, isOn: true, fallback: false };
    await banners.save(null, { ...request, ...times, place, look, link, texts });
  }
  writeFileSync(mark, '');
}
