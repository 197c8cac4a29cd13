/** Location of an IP address, from a MaxMind database if configured. It is read into memory at the start. */
import { readFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { Inject, Injectable, type OnModuleInit } from '@nestjs/common';
import { Reader, type CityResponse } from 'mmdb-lib';
import { HTML_LANG, type Language } from '../../../shared/wire/languages';
import type { Config } from '../config/config';
import { CONFIG } from '../tokens';

/** By language tag. */
type Names = object;

@Injectable()
export class Places implements OnModuleInit {
  private reader: Reader<CityResponse> | null = null;

  constructor(@Inject(CONFIG) private readonly config: Pick<Config, 'geoIpFile'>) {}

  /** A configured file that cannot be read stops the start. */
  async onModuleInit(): Promise<void> {
    const { geoIpFile } = this.config;
    if (geoIpFile !== undefined) this.reader = new Reader(await readFile(geoIpFile));
  }

  /** `Osaka, Japan`, in the language if the database has it; null if unknown. */
  placeOf(ip: string, language: Language): string | null {
    if (!this.reader || isIP(ip) === 0) return null;
    const found = this.reader.get(ip);
    const names = [found?.city?.names, found?.country?.names].flatMap((one) => nameIn(one, language) ?? []);
    return names.length > 0 ? names.join(', ') : null;
  }
}

/** The database has `pt-BR` and `zh-CN`, and lacks some languages. */
function nameIn(names: Names | undefined, language: Language): string | undefined {
  const tag = HTML_LANG[language];
  const variants = [tag, ...(tag === 'pt' ? ['pt-BR'] : []), ...(tag === 'zh-TW' ? ['zh-CN'] : []), 'en'];
  const entries = Object.entries(names ?? {}) as [string, string][];
  return variants.flatMap((variant) => entries.find(([entryLanguage]) => entryLanguage === variant)?.[1] ?? [])[0];
}
