/**
 * @module
 * Every package says where its sources are, and every published one carries its licence: npm packs a LICENSE that stands
 * in the package's own folder, and no other.
 */
import type { SourceFile } from './source-file.ts';

const REPOSITORY = 'git+https://github.com/gati-framework/slipway.git';

interface Repository {
  readonly type?: string;
  readonly url?: string;
  readonly directory?: string;
}

interface PackageJson {
  readonly private?: boolean;
  readonly repository?: Repository;
}

/** Takes all `package.json` and LICENSE files of the workspace. */
export function checkPackageOrigins(files: readonly SourceFile[]): string[] {
  const paths = new Set(files.map(({ path }) => path));
  return files
    .filter(({ path }) => path.endsWith('package.json'))
    .flatMap(({ path, text }) => {
      const { private: isPrivate = false, repository } = JSON.parse(text) as PackageJson;
      const folder = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : undefined;
      const findings: string[] = [];
      const wanted = { type: 'git', url: REPOSITORY, ...(folder !== undefined && { directory: folder }) };
      if (!isSame(wanted, repository)) findings.push(`${path}: "repository" has to be ${JSON.stringify(wanted)}`);
      if (!isPrivate && !paths.has(`${folder}/LICENSE`))
        findings.push(`${folder}/LICENSE is missing: cp LICENSE ${folder}/LICENSE`);
      return findings;
    });
}

const isSame = (wanted: Repository, actual: Repository | undefined): boolean =>
  actual !== undefined &&
  wanted.type === actual.type &&
  wanted.url === actual.url &&
  wanted.directory === actual.directory;
