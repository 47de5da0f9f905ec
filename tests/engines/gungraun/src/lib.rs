pub fn fields(text: &str) -> usize {
    text.split(',').count()
}
