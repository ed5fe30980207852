import {
  Application,
  Converter,
  type DeclarationReflection,
  LogLevel,
  ReflectionKind,
  type SignatureReflection,
  TSConfigReader,
  TypeDocReader,
} from 'typedoc';
import ts from 'typescript';
import { packages } from '../packages.ts';
import { root } from '../source-paths.ts';
import { turnFunctionsIntoMethods } from './reflections.ts';

const app = await Application.bootstrapWithPlugins(
  {
    options: `${root}typedoc.json`,
    logLevel: LogLevel.Warn,
    disableSources: false,
    plugin: [],
    disableGit: true,
    sourceLinkTemplate: 'x:{path}:{line}',
  } as never,
  [new TSConfigReader()],
);
app.converter.on(Converter.EVENT_RESOLVE_BEGIN, ({ project }) => turnFunctionsIntoMethods(project));
const entries = packages.flatMap((p) => p.entries);
const program = ts.createProgram(
  entries.map((e) => e.source),
  app.options.getCompilerOptions(app.logger),
);
const project = app.converter.convert(
  entries.map(({ specifier, source }) => ({
    displayName: specifier,
    program,
    sourceFile: program.getSourceFile(source)!,
  })),
);
const has = (s: { comment?: any } | undefined, tag: string) => (s?.comment?.getTags(tag) ?? []).length > 0;
const text = (s: any) =>
  (s?.comment?.summary ?? [])
    .map((p: any) => p.text)
    .join('')
    .trim();
for (const r of project.getReflectionsByKind(
  ReflectionKind.CallSignature | ReflectionKind.ConstructorSignature,
) as SignatureReflection[]) {
  const owner = r.parent as DeclarationReflection;
  if (owner.kindOf(ReflectionKind.TypeLiteral)) continue;
  if (!owner.kindOf(ReflectionKind.FunctionOrMethod | ReflectionKind.Constructor)) continue;
  if (owner.inheritedFrom || r.inheritedFrom) continue;
  const flags = [
    text(r) ? '' : 'NOSUM',
    has(r, '@throws') ? 'throws' : '-',
    has(r, '@example') ? 'ex' : 'NOEX',
  ];
  console.log(
    ReflectionKind[owner.kind],
    r.getFullName(),
    owner.sources?.[0]?.fileName + ':' + owner.sources?.[0]?.line,
    flags.join(' '),
  );
}
for (const c of project.getReflectionsByKind(ReflectionKind.Class) as DeclarationReflection[])
  console.log(
    'Class',
    c.getFullName(),
    c.sources?.[0]?.fileName,
    text(c) ? '' : 'NOSUM',
    has(c, '@example') ? 'ex' : 'NOEX',
  );
for (const c of project.getReflectionsByKind(
  ReflectionKind.Property |
    ReflectionKind.Accessor |
    ReflectionKind.TypeAlias |
    ReflectionKind.Interface |
    ReflectionKind.Variable,
) as DeclarationReflection[]) {
  const sum =
    text(c) ||
    text((c as any).getSignature) ||
    (c.type?.type === 'reflection' && c.type.declaration.signatures?.some(text));
  if (!sum && !c.inheritedFrom)
    console.log(
      'Undocumented',
      ReflectionKind[c.kind],
      c.getFullName(),
      c.sources?.[0]?.fileName + ':' + c.sources?.[0]?.line,
    );
}
