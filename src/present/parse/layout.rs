//! The layout of a tree's nodes. A parent is above the middle of its children, equal subtrees look
//! the same, and the tree is as narrow as these rules allow.
//!
//! The rules are those of E. Reingold and J. Tilford, "Tidier drawings of trees", IEEE Transactions
//! on Software Engineering 7 (1981). For more than two children the layout follows A. Kennedy,
//! "Functional pearls: drawing trees", Journal of Functional Programming 6 (1996): all children are
//! packed once from the left and once from the right, and each child goes to the mean of its two
//! places. The crates that implement these rules (`reingold-tilford`, `tidy-tree`) are no longer
//! maintained.

/// Returns the middle of each node, measured from the left edge of the tree, and the width of the
/// tree. In `parents`, parents come before their children, and children are in order. Nodes on one
/// level are at least `gap` apart.
pub(super) fn middles(parents: &[Option<usize>], widths: &[i64], gap: i64) -> (Vec<i64>, i64) {
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); parents.len()];
    for (index, parent) in parents.iter().enumerate() {
        if let Some(parent) = parent {
            children[*parent].push(index);
        }
    }
    let mut outlines: Vec<Outline> = vec![Vec::new(); parents.len()];
    // The distance of each node from its parent.
    let mut offsets = vec![0; parents.len()];
    for index in (0..parents.len()).rev() {
        let below: Vec<Outline> =
            children[index].iter().map(|&child| std::mem::take(&mut outlines[child])).collect();
        let places = places(&below, gap);
        children[index].iter().zip(&places).for_each(|(&child, place)| offsets[child] = *place);
        let half = widths[index] / 2;
        let mut outline = vec![(-half, widths[index] - half)];
        for (below, place) in below.iter().zip(places) {
            for (level, (left, right)) in (1..).zip(below) {
                let (left, right) = (left + place, right + place);
                match outline.get_mut(level) {
                    Some((_, end)) => *end = right,
                    None => outline.push((left, right)),
                }
            }
        }
        outlines[index] = outline;
    }
    // Several trees, such as the pairs in a silent rule, are side by side.
    let roots: Vec<usize> = (0..parents.len()).filter(|&it| parents[it].is_none()).collect();
    let trees: Vec<Outline> = roots.iter().map(|&it| std::mem::take(&mut outlines[it])).collect();
    let (mut left, mut right) = (i64::MAX, i64::MIN);
    for ((&root, tree), place) in roots.iter().zip(&trees).zip(places(&trees, gap)) {
        offsets[root] = place;
        for (start, end) in tree {
            (left, right) = (left.min(start + place), right.max(end + place));
        }
    }
    if roots.is_empty() {
        return (Vec::new(), 0);
    }
    let mut middles: Vec<i64> = Vec::with_capacity(parents.len());
    for (parent, offset) in parents.iter().zip(offsets) {
        middles.push(parent.map_or(-left, |parent| middles[parent]) + offset);
    }
    (middles, right - left)
}

/// The left and right edges of a subtree on each level, from the level of its root down, relative
/// to the middle of the root.
type Outline = Vec<(i64, i64)>;

/// Returns the places of the roots of these subtrees, relative to the middle of all subtrees
/// together.
fn places(subtrees: &[Outline], gap: i64) -> Vec<i64> {
    let from_left = packed(subtrees.iter(), gap, |(left, right)| (left, right));
    let mut from_right = packed(subtrees.iter().rev(), gap, |(left, right)| (-right, -left));
    from_right.reverse();
    // Both packings have the same width, because both are as narrow as possible.
    let both = from_left.into_iter().zip(from_right);
    both.map(|(left, right)| (left - right).div_euclid(2)).collect()
}

/// Places the subtrees one after another, each as close to the earlier subtrees as possible.
fn packed<'a>(
    subtrees: impl Iterator<Item = &'a Outline>,
    gap: i64,
    seen: impl Fn((i64, i64)) -> (i64, i64),
) -> Vec<i64> {
    let mut ends: Vec<i64> = Vec::new();
    let place = |subtree: &Outline| {
        let levels = || subtree.iter().map(|&level| seen(level));
        let nearest = ends.iter().zip(levels()).map(|(end, (start, _))| end + gap - start);
        // The first subtree is at 0.
        let place = nearest.max().unwrap_or(0);
        for (level, (_, end)) in levels().enumerate() {
            match ends.get_mut(level) {
                Some(it) => *it = end + place,
                None => ends.push(end + place),
            }
        }
        place
    };
    subtrees.map(place).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    const GAP: i64 = 10;

    fn depths(parents: &[Option<usize>]) -> Vec<usize> {
        let mut depths: Vec<usize> = Vec::new();
        for parent in parents {
            depths.push(parent.map_or(0, |parent: usize| depths[parent] + 1));
        }
        depths
    }

    /// Makes trees in preorder. Each node is given by two numbers: how many levels above the
    /// previous node it is, and how wide it is.
    fn trees() -> impl Strategy<Value = (Vec<Option<usize>>, Vec<i64>)> {
        prop::collection::vec((0_usize..4, 10_i64..90), 1..60).prop_map(|nodes| {
            let mut parents: Vec<Option<usize>> = Vec::new();
            let mut path: Vec<usize> = Vec::new();
            for (index, (up, _)) in nodes.iter().enumerate() {
                path.truncate(path.len().saturating_sub(*up));
                parents.push(path.last().copied());
                path.push(index);
            }
            (parents, nodes.into_iter().map(|(_, width)| width * 2).collect())
        })
    }

    proptest! {
        #[test]
        fn the_layout_centres_parents_over_their_children_and_no_nodes_overlap((parents, widths) in trees()) {
            let (middles, width) = middles(&parents, &widths, GAP);
            let depths = depths(&parents);
            for index in 0..parents.len() {
                let children = || (0..parents.len()).filter(|&it| parents[it] == Some(index));
                if let (Some(first), Some(last)) = (children().next(), children().next_back()) {
                    let middle = i64::midpoint(middles[first], middles[last]);
                    prop_assert!((middle - middles[index]).abs() <= 1);
                }
                let (left, right) =
                    (middles[index] - widths[index] / 2, middles[index] + widths[index] / 2);
                prop_assert!(left >= 0 && right <= width);
                for other in (0..index).filter(|&other| depths[other] == depths[index]) {
                    prop_assert!(middles[other] + widths[other] / 2 + GAP <= left);
                }
            }
        }
    }

    #[test]
    fn a_small_subtree_stands_halfway_between_large_ones() {
        let three = |parent| vec![Some(parent); 3];
        let parents = [vec![None], three(0), three(1), three(3)].concat();
        let (middles, _) = middles(&parents, &[20; 10], GAP);
        assert_eq!(middles[2] - middles[1], middles[3] - middles[2]);
    }
}
