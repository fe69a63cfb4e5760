//! Modules of a crate that import each other in a circle. Siblings are compared, each with all that is below it; a
//! module and its parent may know each other, and tests may import what they like.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use devstack::repo;

/// `SeaORM` declares a relation in the entities of both of its sides.
const MAY_BE_CIRCULAR: [&str; 1] = ["entity/src/tables"];

/// The path of a module within its crate: `["http", "server"]`.
type Module = Vec<String>;

pub(super) fn check() -> Result<()> {
    let mut circles = Vec::new();
    for root in source_roots()? {
        let folder = repo::root().join(&root);
        let mut files = BTreeMap::new();
        read_modules(&folder, &mut Vec::new(), &mut files).with_context(|| format!("cannot read {root}"))?;
        circles.extend(circles_of(&root, &files));
    }
    if !circles.is_empty() {
        bail!("modules import each other in a circle:\n{}", circles.join("\n"));
    }
    Ok(())
}

fn source_roots() -> Result<Vec<String>> {
    let mut roots = ["api", "entity", "migration", "worker"].map(|name| format!("{name}/src")).to_vec();
    for group in ["crates", "tools"] {
        let folders = fs::read_dir(repo::root().join(group)).with_context(|| format!("cannot read {group}"))?;
        roots.extend(folders.flatten().map(|entry| format!("{group}/{}/src", entry.file_name().to_string_lossy())));
    }
    Ok(roots.into_iter().filter(|root| repo::root().join(root).is_dir()).collect())
}

fn read_modules(folder: &Path, module: &mut Module, files: &mut BTreeMap<Module, String>) -> Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        if path.is_dir() {
            module.push(name);
            read_modules(&path, module, files)?;
            module.pop();
        } else if path.extension().is_some_and(|extension| extension == "rs") && !is_test(&name) {
            let is_folder_itself = matches!(name.as_str(), "mod" | "lib" | "main");
            let own = module.iter().cloned().chain((!is_folder_itself).then_some(name)).collect();
            files.entry(own).or_default().push_str(&without_tests(&fs::read_to_string(&path)?));
        }
    }
    Ok(())
}

fn is_test(name: &str) -> bool {
    name == "tests" || name.ends_with("_tests")
}

/// The code of a file without comments, and without the inline module of tests at its end.
fn without_tests(text: &str) -> String {
    let end = text.find("#[cfg(test)]\nmod tests {").unwrap_or(text.len());
    // The `//` of an address in a string begins no comment.
    let comment = |line: &str| line.match_indices("//").map(|(at, _)| at).find(|at| !line[..*at].ends_with(':'));
    let code = text[..end].lines().map(|line| &line[..comment(line).unwrap_or(line.len())]);
    code.collect::<Vec<_>>().join("\n")
}

/// One line for each group of siblings that reach each other.
fn circles_of(root: &str, files: &BTreeMap<Module, String>) -> Vec<String> {
    let mut imports: BTreeMap<Module, BTreeMap<&str, Vec<&str>>> = BTreeMap::new();
    for (from, text) in files {
        for path in paths(text).iter().filter_map(|path| resolve(path, from)) {
            let to = defined_in(&path, files);
            let shared = from.iter().zip(to).take_while(|(a, b)| a == b).count();
            if let (Some(a), Some(b)) = (from.get(shared), to.get(shared)) {
                imports.entry(from[..shared].to_vec()).or_default().entry(a).or_default().push(b);
            }
        }
    }
    let mut circles = Vec::new();
    for (parent, graph) in imports {
        let place = [&[root.to_owned()], parent.as_slice()].concat().join("/");
        if !MAY_BE_CIRCULAR.contains(&place.as_str()) {
            circles.extend(groups(&graph).into_iter().map(|group| format!("{place}: {}", group.join(", "))));
        }
    }
    circles
}

/// The module that a path leads to; through a module that only passes an item of its child on, to the child.
fn defined_in<'a>(path: &[String], files: &'a BTreeMap<Module, String>) -> &'a [String] {
    let module = (0..=path.len()).rev().find_map(|end| files.get_key_value(&path[..end]));
    let Some((module, text)) = module else { return &[] };
    let Some(item) = path.get(module.len()) else { return module };
    let uses = text.split("use ").skip(1).flat_map(|rest| {
        let mut found = Vec::new();
        tree(rest, module, &mut found);
        found
    });
    let passed_on = uses.filter(|used| used.len() > module.len() + 1 && used.ends_with(std::slice::from_ref(item)));
    let child = passed_on.into_iter().find_map(|used| files.get_key_value(&used[..=module.len()]));
    child.map_or(module, |(child, _)| child)
}

/// Sets of nodes that reach each other.
fn groups<'a>(graph: &BTreeMap<&'a str, Vec<&'a str>>) -> BTreeSet<Vec<&'a str>> {
    let reached: BTreeMap<_, _> = graph.keys().map(|node| (*node, reachable(node, graph))).collect();
    let group = |node: &'a str| -> Vec<&'a str> {
        let others = reached[node].iter().filter(|other| reached.get(*other).is_some_and(|back| back.contains(node)));
        others.copied().collect()
    };
    graph.keys().map(|node| group(node)).filter(|group| !group.is_empty()).collect()
}

/// Every node that an edge leads to, from `from` on.
fn reachable<'a>(from: &'a str, graph: &BTreeMap<&'a str, Vec<&'a str>>) -> BTreeSet<&'a str> {
    let mut seen = BTreeSet::new();
    let mut open = vec![from];
    while let Some(id) = open.pop() {
        open.extend(graph.get(id).into_iter().flatten().filter(|next| seen.insert(**next)));
    }
    seen
}

/// The module path that a path in `from` names, from the crate's root; the item at its end is still there.
fn resolve(path: &[String], from: &Module) -> Option<Module> {
    let supers = path.iter().take_while(|part| *part == "super").count();
    let base = if supers == 0 { &[] } else { from.get(..from.len().checked_sub(supers)?)? };
    Some([base, &path[supers.max(1)..]].concat())
}

/// Every path in the code that begins with `crate` or `super`; `use` groups are spread out.
fn paths(code: &str) -> Vec<Module> {
    let mut found = Vec::new();
    let mut rest = code;
    while let Some(at) = ["crate::", "super::"].iter().filter_map(|start| rest.find(start)).min() {
        let is_word = rest[..at].ends_with(|before: char| before.is_alphanumeric() || before == '_' || before == ':');
        let path = &rest[at..];
        if !is_word {
            tree(path, &[], &mut found);
        }
        // `super::super::` is one path.
        rest = path.trim_start_matches("super::");
        rest = rest.strip_prefix("crate::").unwrap_or(rest);
    }
    found
}

/// Reads one path, which may end in a group, and returns what follows it.
fn tree<'a>(text: &'a str, prefix: &[String], found: &mut Vec<Module>) -> &'a str {
    let mut path = prefix.to_vec();
    let mut rest = text.trim_start();
    loop {
        if let Some(mut group) = rest.strip_prefix('{') {
            loop {
                group = tree(group, &path, found).trim_start();
                match group.strip_prefix(',') {
                    Some(next) => group = next,
                    None => return group.strip_prefix('}').unwrap_or(group),
                }
            }
        }
        let end = rest.find(|c: char| !c.is_alphanumeric() && c != '_').unwrap_or(rest.len());
        // `self::child` and `child` are the same.
        if end > 0 && &rest[..end] != "self" {
            path.push(rest[..end].to_owned());
        }
        rest = &rest[end..];
        match rest.strip_prefix("::") {
            Some(next) => rest = next.trim_start(),
            None => break,
        }
    }
    found.push(path);
    let end = rest.find([',', '}', ';']).unwrap_or(rest.len());
    &rest[end..]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn module(path: &str) -> Module {
        path.split("::").filter(|part| !part.is_empty()).map(str::to_owned).collect()
    }

    fn circles(files: &[(&str, &str)]) -> Vec<String> {
        let files = files.iter().map(|(path, text)| (module(path), without_tests(text))).collect();
        circles_of("api/src", &files)
    }

    #[test]
    fn finds_a_circle_through_a_group_and_a_path_in_code() {
        let found = circles(&[
            ("", "mod app; mod http; mod site;"),
            ("app", "use crate::{http::{self, server::Limits as L, *}, missing::Item};"),
            ("http", ""),
            ("http::server", "fn of() -> crate::site::Site { todo!() }"),
            ("site", "use super::app::State;"),
        ]);
        assert_eq!(found, ["api/src: app, http, site"]);
    }

    #[test]
    fn siblings_below_a_module_are_compared_too() {
        let found = circles(&[
            ("store", "use crate::store::writer::Writer;"),
            ("store::writer", "use super::notifier;"),
            ("store::notifier", "use super::{Store, writer::Batch};"),
        ]);
        assert_eq!(found, ["api/src/store: notifier, writer"]);
    }

    #[test]
    fn an_item_that_the_parent_passes_on_belongs_to_the_child() {
        let parent = "mod purge;\npub(crate) use self::purge::{self, Purge};\nuse crate::clock::Clock;";
        let replay = ("retention::replay", "use super::Purge;");
        let purge = ("retention::purge", "use crate::retention::replay;");
        let found = circles(&[("retention", parent), replay, purge]);
        assert_eq!(found, ["api/src/retention: purge, replay"]);
    }

    #[test]
    fn a_parent_its_child_and_tests_may_know_each_other() {
        let tests = "use crate::store::Store;\n#[cfg(test)]\nmod tests {\n use crate::app; }";
        let found = circles(&[("app", tests), ("store", "use super::site;"), ("site", "// crate::app\n"), ("", "")]);
        assert_eq!(found, Vec::<String>::new());
        assert_eq!(circles(&[("a", "use super::b;"), ("b", tests), ("store", "")]), Vec::<String>::new());
    }

    #[test]
    fn relations_of_entities_are_circular() {
        let files = [("tables::a", "use super::b;"), ("tables::b", "use super::a;")];
        let files = files.iter().map(|(path, text)| (module(path), (*text).to_owned())).collect();
        assert_eq!(circles_of("entity/src", &files), Vec::<String>::new());
        assert_eq!(circles_of("api/src", &files).len(), 1);
    }

    #[test]
    fn reads_paths_of_any_shape() {
        let found = paths("use crate::{a::b, c::{d, e::f as g}}; x(super::super::h::I::new()); mycrate::no::no();");
        let found: Vec<String> = found.iter().map(|path| path.join("::")).collect();
        assert_eq!(found, ["crate::a::b", "crate::c::d", "crate::c::e::f", "super::super::h::I::new"]);
    }
}
