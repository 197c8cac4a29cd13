/** Wraps a file response in an envelope; a refusal already is one. */
export async function csvEnvelope(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? '';
  const isFile = response.ok && (type.startsWith('text/csv') || type.startsWith('application/octet-stream'));
  return isFile ? { code: 'success', data: await response.text() } : ((await response.json()) as unknown);
}
