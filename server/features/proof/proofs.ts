/** Signed heads and proofs, and a user's own part of a proof. Read from the files of the signer and the proof maker. */
import { createReadStream, existsSync } from 'node:fs';
import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { readLine } from '../../../shared/proof/signed-heads';
import type { LeafOwner, ProofOfLeaf } from '../../../shared/proof/liabilities';
import type { BalanceProofAnswer, PublishedLiabilities, SignedHeads } from '../../../shared/wire/audit/proof';
import { dayFileOf, dayFiles, headsDirectory, lastLine, keyOfNextLine } from '../../signed-heads/head-files';
import { MAC_CONTEXT, saltText } from '../../liabilities/make';
import { liabilitiesDirectory, publishedPositions, readPaths, signedLine } from '../../liabilities/tree-files';
import type { Config } from '../../platform/config/config';
import { Secrets } from '../../platform/secrets/secrets';
import { CONFIG, LIVE_VIEWS } from '../../platform/tokens';
import type { LiveViews } from '../../views/live/live-views';

@Injectable()
export class Proofs {
  private readonly headsIn: string;
  private readonly treesIn: string;

  constructor(
    @Inject(CONFIG) { dataDir }: Pick<Config, 'dataDir'>,
    private readonly secrets: Secrets,
    @Inject(LIVE_VIEWS) private readonly live: Pick<LiveViews, 'staff'>,
  ) {
    this.headsIn = headsDirectory(dataDir);
    this.treesIn = liabilitiesDirectory(dataDir);
  }

  heads(): SignedHeads {
    const restores = this.live.staff.restores().map(({ user, at, from, end }) => ({ user, at, from, end }));
    return { key: keyOfNextLine(this.headsIn), last: lastLine(this.headsIn), days: dayFiles(this.headsIn), restores };
  }

  /** Empty for a day without signed heads. */
  headsOfDay(day: string): Readable {
    const file = dayFileOf(this.headsIn, day);
    return existsSync(file) ? createReadStream(file) : Readable.from([]);
  }

  liabilities(): PublishedLiabilities {
    const [newestPosition, ...earlier] = publishedPositions(this.treesIn);
    return { signed: newestPosition === undefined ? null : signedLine(this.treesIn, newestPosition), earlier };
  }

  /** Assets without a balance have no leaf of the user. */
  async proofOfBalance(user: number): Promise<BalanceProofAnswer | null> {
    const [position] = publishedPositions(this.treesIn);
    const signed = position === undefined ? null : signedLine(this.treesIn, position);
    if (signed === null) return null;
    const { core, said: statement } = readLine(signed, 0).signed;
    if (statement.is !== 'liabilities') return null;
    const form = statement.form ?? 1;
    const ownAssets: { asset: string; parts: ProofOfLeaf[] }[] = [];
    for (const { asset } of statement.assets) {
      const found = await readPaths(this.treesIn, position, asset, user);
      const saltOf = (owner: LeafOwner): string => this.secrets.mac(saltText(owner, asset, position), MAC_CONTEXT);
      const parts = found.map(({ sum, path }, index) => {
        const part = form === 1 ? null : index + 1;
        return { sum: `${sum}`, salt: saltOf({ user, part }), path };
      });
      if (parts.length > 0) ownAssets.push({ asset, parts });
    }
    const commonFields = { core, user, signed };
    if (form === 2) return { form: 'balances/2', ...commonFields, assets: ownAssets };
    return {
      form: 'balances/1',
      ...commonFields,
      assets: ownAssets.map(({ asset, parts: [leaf] }) => ({ asset, ...leaf })),
    };
  }
}
