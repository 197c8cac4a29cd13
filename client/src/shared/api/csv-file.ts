/** What came in no envelope but as a file, in one; a refusal comes in one by itself. */
export async function inEnvelope(response: Response): Promise<unknown> {
  const isFile = response.ok && (response.headers.get('content-type') ?? '').startsWith('text/csv');
  return isFile ? { code: 'success', data: await response.text() } : ((await response.json()) as unknown);
}
