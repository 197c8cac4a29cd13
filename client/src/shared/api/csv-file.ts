/** What came in no envelope but as a file, in one; a refusal comes in one by itself. */
export async function inEnvelope(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  const isFile = response.ok && (type.startsWith('text/csv') || type.startsWith('application/octet-stream'));
  return isFile ? { code: 'success', data: await response.text() } : ((await response.json()) as unknown);
}
