/** Password strength. Its dictionaries are large, so they load when a password is chosen. */
import { PASSWORD_JUDGED_MAX, wordsToAvoid } from '../../../../shared/products/identity/rules/credentials';

/** From 0, guessed at once, to 4. */
export type Strength = 0 | 1 | 2 | 3 | 4;

type Judge = (password: string, address: string) => Strength;
let judge: Promise<Judge> | undefined;

export async function strengthOf(password: string, address: string): Promise<Strength> {
  // After a failure the next password loads it again.
  judge ??= loadJudge().catch((failure: unknown) => {
    judge = undefined;
    throw failure;
  });
  return (await judge)(password, address);
}

async function loadJudge(): Promise<Judge> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import('@zxcvbn-ts/core'),
    import('@zxcvbn-ts/language-common'),
  ]);
  const factory = new ZxcvbnFactory({ dictionary, graphs: adjacencyGraphs, maxLength: PASSWORD_JUDGED_MAX });
  return (password, address) => factory.check(password, wordsToAvoid(address)).score;
}
